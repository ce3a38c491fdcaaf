import { expect, test } from 'vitest';
import { createPlanted } from './planted.ts';

test('a planted text is found in each form that a dump may have it in, wherever it begins', () => {
  const planted = createPlanted();
  const secret = planted.plant('it');
  for (const before of ['', 'a', 'ab', 'abc']) {
    const whole = Buffer.from(`${before}${secret} and more`);
    expect(planted.foundIn(whole)).toContain('it in clear');
    expect(planted.foundIn(Buffer.from(whole.toString('hex')))).toEqual(['it in hexadecimal']);
    expect(planted.foundIn(Buffer.from(whole.toString('base64')))).toEqual(['it in base64']);
    expect(planted.foundIn(Buffer.from(whole.toString('latin1'), 'utf16le'))).toEqual(['it in UTF-16']);
  }
  expect(planted.foundIn(Buffer.from('nothing of it'))).toEqual([]);
});
