const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety hundred'.split(' ');
const spelled = new Map([
  ...small.map((word, value) => [word, String(value)] as const),
  ...tens.map((word, at) => [word, String((at + 2) * 10)] as const),
]);

/** The numbers that a text has in digits, without separators and leading zeros: `1,000` and `1000` are the same. */
export function numeralsIn(text: string): readonly string[] {
  return Array.from(text.normalize('NFKC').matchAll(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g), ([number]) =>
    number.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, ''),
  );
}

/** The same, and those in English words up to a hundred. */
export function numbersIn(text: string): ReadonlySet<string> {
  const words = Array.from(text.toLowerCase().matchAll(/[a-z]+/g), ([word]) => spelled.get(word));
  return new Set([...numeralsIn(text), ...words.filter((value) => value !== undefined)]);
}
