import { expect, test } from 'vitest';
import { createAccessTokenText } from './access-token.ts';
import { createApiKeySecret } from './api-key.ts';
import { presentedCredential } from './presented-credential.ts';
import { createSessionToken } from './session-token.ts';

const a = createApiKeySecret().secret;
const b = createApiKeySecret().secret;
const session = createSessionToken().secret;
const token = createAccessTokenText();

/** The first secret that a request names, in the order of precedence. */
const firstOf = (input: object) => /cairn_[\w-]+/.exec(JSON.stringify(input))?.[0];

test('a request without a credential presents none', () => {
  expect(presentedCredential({})).toEqual({ kind: 'none' });
  expect(presentedCredential({ authorization: '', xApiKey: ' ', queryApiKey: [] })).toEqual({ kind: 'none' });
});

test.each([
  [{ authorization: `Bearer ${a}` }, 'header'],
  [{ authorization: `bearer ${a}` }, 'header'],
  [{ authorization: `BEARER   ${a}` }, 'header'],
  [{ authorization: [`Bearer ${a}`] }, 'header'],
  [{ xApiKey: a }, 'header'],
  [{ queryApiKey: a }, 'query'],
  [{ queryApiKey: [a, a] }, 'query'],
  [{ authorization: `Bearer ${a}`, xApiKey: a }, 'header'],
  [{ authorization: `Bearer ${a}`, queryApiKey: a }, 'header'],
  [{ authorization: `Bearer ${a}`, xApiKey: '', queryApiKey: '' }, 'header'],
  [{ xApiKey: `${a}, ${a}` }, 'header'],
] as const)('%j is one credential', (input, source) => {
  expect(presentedCredential(input)).toEqual({ kind: 'one', secret: a, source });
});

test.each([
  { authorization: `Bearer ${a}`, queryApiKey: b },
  { authorization: `Bearer ${a}`, xApiKey: b },
  { authorization: `Bearer ${a}`, queryApiKey: 'rubbish' },
  { authorization: [`Bearer ${a}`, `Bearer ${b}`] },
  { authorization: [`Bearer ${a}`, 'Basic eDp5'] },
  { xApiKey: [a, b] },
  { xApiKey: `${a}, ${b}` },
  { xApiKey: a, queryApiKey: b },
  { queryApiKey: [a, b] },
  { authorization: `Bearer ${session}`, queryApiKey: a },
])('%j is more than one credential, of which the first counts', (input) => {
  expect(presentedCredential(input)).toMatchObject({ kind: 'many', secret: firstOf(input) });
});

test.each([
  { authorization: 'Bearer rubbish' },
  { authorization: 'Bearer' },
  { authorization: a },
  { authorization: `Basic ${a}` },
  { authorization: `Bearer ${a} ${a}` },
  { authorization: `Bearer ${a},Bearer ${b}` },
  { authorization: `Bearer ${'x'.repeat(10_000)}` },
  { xApiKey: 'rubbish' },
  { queryApiKey: 'rubbish' },
])('%j is malformed', (input) => {
  expect(presentedCredential(input)).toEqual({ kind: 'malformed' });
});

test('an invalid header never falls back to a good key in the query', () => {
  expect(presentedCredential({ authorization: 'Bearer rubbish', queryApiKey: a })).toEqual({ kind: 'malformed' });
  expect(presentedCredential({ xApiKey: 'rubbish', queryApiKey: a })).toEqual({ kind: 'malformed' });
});

test('an access token comes by Authorization only', () => {
  expect(presentedCredential({ authorization: `Bearer ${token}` })).toMatchObject({ kind: 'one', secret: token });
  expect(presentedCredential({ xApiKey: token })).toEqual({ kind: 'malformed' });
  expect(presentedCredential({ queryApiKey: token })).toEqual({ kind: 'malformed' });
});

test('a session token comes by Authorization only', () => {
  expect(presentedCredential({ authorization: `Bearer ${session}` })).toMatchObject({ kind: 'one', secret: session });
  expect(presentedCredential({ xApiKey: session })).toEqual({ kind: 'malformed' });
  expect(presentedCredential({ queryApiKey: session })).toEqual({ kind: 'malformed' });
});
