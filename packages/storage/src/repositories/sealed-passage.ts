import { openText, sealText } from '../sealing/seal.ts';

interface PassagePlace {
  readonly projectId: string;
  readonly versionId: string;
  readonly ordinal: number;
}

interface PassageContent {
  readonly text: string;
  readonly headings: readonly string[];
}

const place = ({ projectId, versionId, ordinal }: PassagePlace): string => `passages:${projectId}:${versionId}:${ordinal}`;

export function sealPassage(key: Uint8Array, at: PassagePlace, content: PassageContent): Buffer {
  return sealText(key, place(at), JSON.stringify([content.text, content.headings]));
}

export function openPassage(key: Uint8Array, at: PassagePlace, sealed: Uint8Array): PassageContent {
  const [text, headings] = JSON.parse(openText(key, place(at), sealed)) as [string, string[]];
  return { text, headings };
}
