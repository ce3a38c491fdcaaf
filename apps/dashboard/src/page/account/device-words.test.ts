import { expect, test } from 'vitest';
import { deviceWords } from './device-words.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/153.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${chrome}`, 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1',
    'Safari on iPhone',
  ],
])('%s is %s', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});

test('what is no browser is called as it calls itself', () => {
  expect(['curl/8.14.1', 'node', 'Mozilla/5.0 (compatible; a robot)', null].map(deviceWords)).toEqual([
    'curl/8.14.1',
    'node',
    'Mozilla/5.0 (compatible; a robot)',
    'An unnamed program',
  ]);
});
