import { expect, test } from 'vitest';
import { messageOf } from './checkpoint-words.ts';

const saying = (value: string) => ({ parameters: [{ name: '/resource', value, hidden: false }] });

test('the message of a checkpoint is what follows the name of its step', () => {
  expect(messageOf(saying('"ask: May I go on?"'), 'ask')).toBe('May I go on?');
  expect(messageOf(saying('"ask"'), 'ask')).toBe('');
  expect(messageOf({ parameters: [] }, 'ask')).toBe('');
});

test('its lines and quotes are shown as they are, and what does not show as an escape', () => {
  expect(messageOf(saying(String.raw`"ask: \"Go\"\nor C:\\new\u202e?"`), 'ask')).toBe(`"Go"\nor C:\\new${String.raw`\u202e`}?`);
});
