/** A matrix in whole numbers: column (or row) `i` times `scales[i]` is about the original. */
export interface Quantised {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

/** Quantises each row of a matrix by itself, symmetric around 0, to -limit..limit. */
export function quantiseRows(matrix: Float32Array, width: number, limit: number): Quantised {
  const values = new Int8Array(matrix.length);
  const scales = new Float32Array(matrix.length / width);
  for (let row = 0; row < scales.length; row++) {
    const from = row * width;
    let most = 0;
    for (let at = from; at < from + width; at++) most = Math.max(most, Math.abs(matrix[at] ?? 0));
    const scale = most / limit || 1;
    scales[row] = scale;
    for (let at = from; at < from + width; at++) values[at] = Math.round((matrix[at] ?? 0) / scale);
  }
  return { values, scales };
}

/** Columns become rows. */
export function transposed(values: Int8Array, width: number): Int8Array {
  const height = values.length / width;
  const turned = new Int8Array(values.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) turned[column * height + row] = values[row * width + column] ?? 0;
  }
  return turned;
}
