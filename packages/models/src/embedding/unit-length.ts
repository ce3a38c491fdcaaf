/** The vector scaled to length 1; one of length 0 stays as it is. */
export function unitLength(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(vector, (value) => value / length);
}
