import { describe, expect, it } from 'vitest';
import { ingest } from './ingest.ts';

function read(text: string, mediaType = 'text/markdown') {
  return ingest({ bytes: new TextEncoder().encode(text), mediaType, title: 'Billing Guide' });
}

it('makes passages with their terms, at offsets of the text', async () => {
  const { text, passages, warnings } = await read('\ufeff# Refunds\r\n\r\nMoney comes back within 30 days.\r\n');
  expect(warnings).toEqual([]);
  expect(passages).toHaveLength(1);
  const [passage] = passages;
  expect(text.slice(passage?.start, passage?.end)).toBe('# Refunds\r\n\r\nMoney comes back within 30 days.');
  expect(passage).toMatchObject({ headings: ['Refunds'] });
  expect([...(passage?.terms.counts.keys() ?? [])]).toEqual(expect.arrayContaining(['bill', 'guid', 'refund', 'money', '30']));
});

describe('a document without anything to find', () => {
  it.each(['***\n\n---\n', '<!-- only a comment -->', '!?', '\u200b'])('fails: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'no_text' });
  });

  it('is not one in another script, of symbols or of stop words', async () => {
    for (const text of ['猫', '🚀', 'to be or not to be', 'สวัสดี']) expect((await read(text, 'text/plain')).passages).toHaveLength(1);
  });
});
