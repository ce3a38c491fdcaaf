/** Why a text cannot be stored as it is, or undefined when it can. Nothing is ever stored altered. */
export function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'contains the character U+0000, which cannot be stored; remove it';
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not valid Unicode; send the whole character';
  return undefined;
}
