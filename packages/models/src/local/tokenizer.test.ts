import { expect, it } from 'vitest';
import { readModelFile } from './model-files.ts';
import { createTokenizer } from './tokenizer.ts';

const { model } = JSON.parse(new TextDecoder().decode(readModelFile('tokenizer'))) as { model: { vocab: Record<string, number> } };
const vocabulary = new Map(Object.entries(model.vocab));
const pieces = new Map([...vocabulary].map(([piece, id]) => [id, piece]));
const tokenize = createTokenizer(vocabulary, 256);
const read = (text: string): string =>
  tokenize(text)
    .map((id) => pieces.get(id))
    .join(' ');

// What the reference implementation makes of them.
it.each([
  ['Hello, World!', '[CLS] hello , world ! [SEP]'],
  ['unaffable embeddings', '[CLS] una ##ffa ##ble em ##bed ##ding ##s [SEP]'],
  ['Ünïcödé naïve', '[CLS] unicode naive [SEP]'],
  ['日本語', '[CLS] 日 本 語 [SEP]'],
  ['a\u0000b\u200bc\td', '[CLS] abc d [SEP]'],
  ['$5+$6=x_y', '[CLS] $ 5 + $ 6 = x _ y [SEP]'],
  ['x'.repeat(101), '[CLS] [UNK] [SEP]'],
  ['', '[CLS] [SEP]'],
])('%j reads %j', (text, tokens) => {
  expect(read(text)).toBe(tokens);
});

it('is cut to what the model takes, with its end', () => {
  const ids = tokenize('word '.repeat(1000));
  expect(ids).toHaveLength(256);
  expect(pieces.get(ids.at(-1) ?? 0)).toBe('[SEP]');
});
