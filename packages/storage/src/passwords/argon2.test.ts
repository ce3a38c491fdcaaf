import { expect, test } from 'vitest';
import { createPasswordHasher } from './argon2.ts';

const passwords = createPasswordHasher();

test('a verifier is met by its password and by no other', async () => {
  const verifier = await passwords.hash('correct horse');
  expect(verifier).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.verify(verifier, 'correct horse')).toBe(true);
  expect(await passwords.verify(verifier, 'correct horse ')).toBe(false);
  expect(await passwords.verify(verifier, '')).toBe(false);
});

test('the same password gives another verifier each time', async () => {
  expect(await passwords.hash('again')).not.toBe(await passwords.hash('again'));
});

test('a password is the same however its characters were composed', async () => {
  const verifier = await passwords.hash('caf\u00e9 \u{1f980}');
  expect(await passwords.verify(verifier, 'cafe\u0301 \u{1f980}')).toBe(true);
});

test('without an account it does the work of a wrong password and answers false', async () => {
  const verifier = await passwords.hash('known');
  const timeOf = async (of: string | undefined): Promise<number> => {
    const start = performance.now();
    expect(await passwords.verify(of, 'wrong')).toBe(false);
    return performance.now() - start;
  };
  const known = Math.min(await timeOf(verifier), await timeOf(verifier), await timeOf(verifier));
  const unknown = Math.min(await timeOf(undefined), await timeOf(undefined), await timeOf(undefined));
  // A call that skipped the work would take well under a tenth of it; the bound leaves room for a busy machine.
  expect(unknown).toBeGreaterThan(known / 3);
});

test.each(['', 'not a verifier', `$argon2id$v=19$m=65536,t=2,p=1$${'A'.repeat(500)}`, '$2b$12$abcdefghijklmnopqrstuv'])(
  'a damaged verifier %j is met by nothing',
  async (verifier) => {
    expect(await passwords.verify(verifier, 'anything')).toBe(false);
  },
);

test('a flood is refused instead of held in memory', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.verify('', 'x')));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(6);
});
