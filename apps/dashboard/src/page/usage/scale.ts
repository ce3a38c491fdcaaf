/** Lines of a picture from 0 up to what is at least the greatest value, at whole numbers that are easy to read. */
export function ticksFor(greatest: number): readonly number[] {
  const step = niceStep(Math.max(1, greatest) / 3);
  const count = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** The least of 1, 2, 5, 10, 20, 50… that is no less. */
function niceStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}
