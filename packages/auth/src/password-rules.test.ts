import { expect, test } from 'vitest';
import { passwordFault } from './password-rules.ts';

const faultOf = (password: string) => passwordFault(password, { email: 'ada.lovelace@example.com' });

test.each(['correct horse', 'ünïcödés', '🦆🦆🦉🦉🦆🦆🦢🦢', 'x1y2z3w4', ' 8 blank '])('%j may be chosen', (password) => {
  expect(faultOf(password)).toBeUndefined();
});

test.each([
  ['seven characters', 'abcdef7', 'must have at least 8 characters'],
  ['four characters of two units each', '🦆🦉🦢🦩', 'must have at least 8 characters'],
  ['eight units that NFC makes seven characters', 'abcdefe\u0301', 'must have at least 8 characters'],
  ['more than 1024 bytes', 'ü'.repeat(512) + 'x', 'must have at most 1024 bytes of UTF-8'],
  ['a common one', 'password1', 'is one of the passwords that are tried first; choose another'],
  ['a common one in another case', 'PassWord1', 'is one of the passwords that are tried first; choose another'],
  ['the e-mail address', 'Ada.Lovelace@example.com', 'must not be the e-mail address or the name in it'],
  ['the name in the address', 'ada.lovelace', 'must not be the e-mail address or the name in it'],
  ['two characters over and over', 'axaxaxaxaxaxaxaxaxax', 'must have more than two different characters'],
])('%s is refused', (_what, password, fault) => {
  expect(faultOf(password)).toBe(fault);
});

test('1024 bytes may be chosen', () => {
  expect(faultOf(`${'ü'.repeat(511)}xy`)).toBeUndefined();
});
