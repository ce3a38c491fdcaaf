import type { Passage } from '@cairn/core';
import { openText, sealText } from '../sealing/seal.ts';

interface PassagePlace {
  readonly projectId: string;
  readonly versionId: string;
  readonly ordinal: number;
}

export type PassageContent = Pick<Passage, 'text' | 'headings' | 'page'>;

const place = ({ projectId, versionId, ordinal }: PassagePlace): string => `passages:${projectId}:${versionId}:${ordinal}`;

export function sealPassage(key: Uint8Array, at: PassagePlace, { text, headings, page }: PassageContent): Buffer {
  return sealText(key, place(at), JSON.stringify(page === undefined ? [text, headings] : [text, headings, page]));
}

export function openPassage(key: Uint8Array, at: PassagePlace, sealed: Uint8Array): PassageContent {
  const [text, headings, page] = JSON.parse(openText(key, place(at), sealed)) as [string, string[], number?];
  return { text, headings, ...(page === undefined ? {} : { page }) };
}
