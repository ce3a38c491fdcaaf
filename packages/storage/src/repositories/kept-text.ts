import type { KeptAnswer } from '@cairn/core';

/** What is sealed of an answer that is kept. The fingerprint is a digest of what was asked, which whoever reads the database could try. */
export interface Kept {
  readonly fingerprint: string;
  readonly answer: KeptAnswer;
}

export const writeKept = ({ fingerprint, answer }: Kept): string => JSON.stringify({ fingerprint, answer });

/** `former`: the fingerprint beside the text, of a row from before it was sealed; such a text is the answer alone. */
export function readKept(text: string, former: string | null): Kept {
  const opened: unknown = JSON.parse(text);
  return former === null ? (opened as Kept) : { fingerprint: former, answer: opened as KeptAnswer };
}
