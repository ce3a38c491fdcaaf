import { createRandom } from '../data/texts.ts';

const clusters = 300;

/** Vectors of unit length that crowd together in some hundred places, as those of texts do: the same on every run. */
export function createVectors(dimensions: number, seed: number): () => Float32Array {
  const random = createRandom(seed);
  // Sums of a few numbers are spread like a bell, and cost less than an exact normal distribution.
  const spread = (): number => random() + random() + random() - 1.5;
  const centres = Array.from({ length: clusters }, () => Float32Array.from({ length: dimensions }, spread));
  return () => {
    const centre = centres[Math.floor(clusters * random() ** 2)] as Float32Array;
    const vector = centre.map((value) => value + 0.9 * spread());
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}
