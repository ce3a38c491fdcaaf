import { expect, test } from 'vitest';
import { BatchBuffer } from './batch-buffer.ts';

test('nothing can be taken before a Sync, a Query or a Flush', () => {
  const buffer = new BatchBuffer();
  buffer.add(Buffer.from('a'));
  expect(buffer.take()).toBeUndefined();
});

test('several batches are taken as one, and what follows the last stays', () => {
  const buffer = new BatchBuffer();
  for (const part of ['a', 'b']) {
    buffer.add(Buffer.from(part));
    buffer.ready(1);
  }
  buffer.add(Buffer.from('c'));
  expect(buffer.take()).toEqual({ bytes: new Uint8Array([0x61, 0x62]), syncs: 2 });
  buffer.add(Buffer.from('d'));
  buffer.ready(0);
  expect(buffer.take()).toEqual({ bytes: new Uint8Array([0x63, 0x64]), syncs: 0 });
});

test('the bytes taken are in memory of their own', () => {
  const buffer = new BatchBuffer();
  buffer.add(Buffer.from('abc'));
  buffer.ready(1);
  expect(buffer.take()?.bytes.buffer.byteLength).toBe(3);
});
