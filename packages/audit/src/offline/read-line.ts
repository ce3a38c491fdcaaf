const texts = /"(?:[^"\\]|\\.)*"/g;

/**
 * What a line of JSON says; undefined when it is none, or when any object in it names a member twice: readers differ in which of the
 * two they take, so such a line says two things.
 */
export function readLine(line: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  // Outside of texts a colon stands for each member that is written, and a name that is met again takes the place of the first.
  const written = line.replaceAll(texts, '').split(':').length - 1;
  return written === membersOf(value) ? value : undefined;
}

/** Members of all objects in it, at any depth. Kept on a list, since what is nested deeply would not fit the stack. */
function membersOf(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inside: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += inside.length;
    for (const one of inside) open.push(one);
  }
  return count;
}
