/** A piece of an answer: words, or the number of a citation. */
export type AnswerPart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'marker'; readonly marker: number };

/** Takes an answer apart at the markers of its citations; what looks like one and is none stays text. */
export function answerParts(answer: string, markers: ReadonlySet<number>): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const addText = (text: string): void => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text };
    else parts.push({ kind: 'text', text });
  };
  let end = 0;
  for (const { 0: whole, 1: number = '', index } of answer.matchAll(/\[(\d{1,4})\]/g)) {
    addText(answer.slice(end, index));
    const marker = Number(number);
    if (markers.has(marker)) parts.push({ kind: 'marker', marker });
    else addText(whole);
    end = index + whole.length;
  }
  addText(answer.slice(end));
  return parts;
}
