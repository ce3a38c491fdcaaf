/**
 * What a value counts for in a sum: a number, also one that is written as a text, and nothing below zero, or one call would make room for
 * another. What is no number counts for nothing.
 */
export function amountOf(value: unknown): number {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && amount > 0 ? amount : 0;
}
