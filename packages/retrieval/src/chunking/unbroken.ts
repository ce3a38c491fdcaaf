/** `[3]`, `[^note]`, `[note 1]`, one or several, right behind the end of a sentence. */
const referenceMarks = /(?<=[\p{Sentence_Terminal}．]["'”’)]{0,3})(?:\[[^[\]]{1,24}\](?!\())+/gu;
const link = /!?\[[^[\]]{0,500}\]\([^()\s]{0,1000}\)/g;
const terminals = /[\p{Sentence_Terminal}\u2024\ufe52\uff0e]/gu;

/** To Unicode's rules a part of the character before it. */
const combining = '\u0301';

/**
 * The text, as long as it was, for whoever looks for ends of sentences: a mark that refers to a note belongs to the sentence before it,
 * which Unicode would end in the middle of the mark, and no sentence ends in a link or an image.
 */
export function unbroken(flat: string): string {
  if (!flat.includes('[')) return flat;
  return flat
    .replace(link, (found) => found.replace(terminals, (end) => 'x'.repeat(end.length)))
    .replace(referenceMarks, (marks) => combining.repeat(marks.length));
}
