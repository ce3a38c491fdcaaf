/** Control characters but tab and line feed, soft hyphens, halves of characters: what would be stored but never seen. */
// oxlint-disable-next-line no-control-regex -- these very characters are looked for
const unseen = /[\0-\u0008\u000b-\u001f\u007f\u0080-\u0084\u0086-\u009f\u00ad\ufeff\ufffe\uffff]/g;

// oxlint-disable-next-line no-control-regex -- vertical tabs and form feeds end lines
const lineEnds = /\r\n?|[\u0085\u000b\u000c]/g;

/** Text from a file that is not text itself, as it is stored: line ends are `\n`. */
export function cleaned(text: string): string {
  return text.replace(lineEnds, '\n').replace(unseen, '').toWellFormed();
}
