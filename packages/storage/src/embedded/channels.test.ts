import { expect, test } from 'vitest';
import { Channels } from './channels.ts';

test('each channel knows its listeners until they leave', () => {
  const channels = new Channels<string>();
  channels.listen('one', 'a');
  channels.listen('two', 'a');
  channels.listen('two', 'b');
  channels.unlisten('one', 'a');
  expect([...channels.listenersOf('a')]).toEqual(['two']);
  expect(channels.all()).toEqual(['a', 'b']);
  channels.unlisten('two', '*');
  expect(channels.all()).toEqual([]);
  expect([...channels.listenersOf('a')]).toEqual([]);
});
