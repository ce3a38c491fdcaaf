/** A number as it is written: sign, digits of any script, separators, percent. */
const numeral = /[-−+]?\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}+)*\s?%?/gu;
const grouped = /^([-+]?\p{Nd}{1,3})(?:([,'’\u00a0\u202f])\p{Nd}{3})(?:\2\p{Nd}{3})*(?!\p{Nd})/u;

/**
 * The numbers that a text has in digits. Separators of thousands and leading zeros make no difference, `1,000` is `1000`; signs,
 * decimals and percent do.
 */
export function numeralsIn(text: string): readonly string[] {
  return Array.from(text.normalize('NFKC').matchAll(numeral), ([number]) => canonical(number.replace('−', '-').replaceAll(/\s(?=%)/g, '')));
}

function canonical(number: string): string {
  const plain = number.replace(grouped, (group) => group.replaceAll(/[,'’\u00a0\u202f]/g, '')).trim();
  return plain.replace(/^([-+]?)0+(?=\p{Nd})/u, '$1');
}
