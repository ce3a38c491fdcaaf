import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subjectDigest } from './action-digest.ts';
import { actionSchema } from './action.ts';
import { canonicalJson } from './canonical-json.ts';
import { documentWriteAction } from './document-write.ts';
import type { WrittenDocument } from './document-write.ts';

const acting = { projectId: 'p', userId: 'u', credentialId: 'c' };
const word = fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme-ascii' });
const original = {
  mediaType: fc.constantFrom('text/plain', 'text/markdown', 'application/pdf'),
  sizeBytes: fc.nat(3),
  sha256: fc.constantFrom('0'.repeat(64), 'a'.repeat(64)),
};
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const documents: fc.Arbitrary<WrittenDocument> = fc.record({
  title: word,
  original: fc.record(original),
  warnings: fc.array(word, { maxLength: 2 }),
  replaces: optional(fc.record({ ...original, documentId: fc.constantFrom('a', 'b') })),
  rereads: optional(fc.constantFrom('a', 'b')),
});

describe('the action of putting a document in', () => {
  test('is one that the schema takes, whatever is put in', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(actionSchema.safeParse(documentWriteAction(document)).success).toBe(true);
      }),
    );
  });

  test('is another one for whatever is put in or replaced otherwise', () => {
    const digest = (document: WrittenDocument) => subjectDigest(documentWriteAction(document), acting);
    const members = fc.constantFrom('title', 'original', 'warnings', 'replaces', 'rereads');
    fc.assert(
      fc.property(documents, documents, members, (document, from, member) => {
        const changed = { ...document, [member]: from[member] };
        expect(digest(changed) === digest(document)).toBe(plain(changed) === plain(document));
      }),
      { numRuns: 500 },
    );
  });
});

const plain = (document: WrittenDocument): string => canonicalJson(JSON.parse(JSON.stringify(document)));
