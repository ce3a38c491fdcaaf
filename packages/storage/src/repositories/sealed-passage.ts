import type { Passage } from '@cairn/core';
import type { SealKey } from '../sealing/key-ring.ts';
import { openText, sealText } from '../sealing/seal.ts';

interface PassagePlace {
  readonly projectId: string;
  readonly versionId: string;
  readonly ordinal: number;
}

export type PassageContent = Pick<Passage, 'text' | 'headings' | 'page' | 'columns' | 'sections'>;

/** What a passage is bound to. */
export const passagePlace = ({ projectId, versionId, ordinal }: PassagePlace): string => `passages:${projectId}:${versionId}:${ordinal}`;

/** Parts at the end that a passage does not have are left out. */
type Sealed = readonly [
  text: string,
  headings: readonly string[],
  page?: number | null,
  columns?: string | null,
  sections?: readonly (readonly [start: number, headings: readonly string[]])[],
];

export function sealPassage(key: SealKey, at: PassagePlace, { text, headings, page, columns, sections }: PassageContent): Buffer {
  const all = [text, headings, page ?? null, columns ?? null, sections?.map((section) => [section.start, section.headings]) ?? null];
  const content = all.slice(0, all.findLastIndex((part) => part !== null) + 1);
  return sealText(key, passagePlace(at), JSON.stringify(content));
}

export function openPassage(key: SealKey, at: PassagePlace, sealed: Uint8Array): PassageContent {
  const [text, headings, page, columns, sections] = JSON.parse(openText(key, passagePlace(at), sealed)) as Sealed;
  return {
    text,
    headings,
    ...(page != null && { page }),
    ...(columns != null && { columns }),
    ...(sections && { sections: sections.map(([start, path]) => ({ start, headings: path })) }),
  };
}
