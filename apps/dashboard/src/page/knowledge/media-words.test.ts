import { expect, test } from 'vitest';
import { mediaWords } from './media-words.ts';

test.each([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word document'],
  ['text/plain; charset=utf-8', 'Plain text'],
  ['TEXT/HTML', 'Web page'],
  ['text/x-python', 'Python file'],
  ['constructor', 'constructor'],
])('%s is a %s', (mediaType, words) => {
  expect(mediaWords(mediaType)).toBe(words);
});
