import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import { cardOf, titleOf } from '../approvals/card.ts';
import { decide } from '../decision/decide.ts';
import type { Decision } from '../decision/decide.ts';
import { noHistory } from '../rules/history.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { allowed, asked } from '../shell/testing/ordinary.ts';
import { commitments } from '../testing/commitments.ts';
import { findSecrets } from './find-secrets.ts';
import { withoutSecrets } from './redact-decision.ts';
import { plantedArguments, plantedCommands, plantedTexts } from './testing/planted.ts';

const acting = { projectId: 'p', userId: 'u', credentialId: 'c' };

const shell = (command: string): Action => actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });
const call = (args: object): Action => actionSchema.parse({ kind: 'mcp.call', server: 's', tool: 't', arguments: args });

function decided(action: Action, as = acting): Promise<Decision> {
  return withoutSecrets(
    decide(action, starterRevision, { acting: as, history: noHistory, now: new Date(0) }),
    { action, acting: as },
    commitments,
  );
}

/** All that is kept and shown of it. */
async function shown(action: Action): Promise<string> {
  const decision = await decided(action);
  const kept = decision.redacted?.action ?? action;
  const words = decision.redacted?.words;
  return JSON.stringify([decision, cardOf(kept, words), titleOf(kept, words)]);
}

const marker = /REDACTED-hmac-[0-9a-f]{32}/;

describe('a secret stands in nothing that is kept or shown of an action', () => {
  test.each(plantedCommands)('%s', async (command, secret) => {
    const text = await shown(shell(command));
    expect(text).not.toContain(secret);
    expect(text).toMatch(marker);
  });

  test.each(plantedTexts)('the text %j', async (text, secret) => {
    for (const action of [
      call({ text }),
      actionSchema.parse({ kind: 'memory.write', content: text, content_hash: '0'.repeat(64) }),
      actionSchema.parse({ kind: 'schedule.create', template: { prompt: text }, recurrence: '0 9 * * *' }),
      actionSchema.parse({ kind: 'external.change', system: 's', operation: 'o', resource: text.slice(0, 900), reversible: true }),
    ]) {
      const all = await shown(action);
      expect(all).not.toContain(secret);
      expect(all).toMatch(marker);
    }
  });

  test.each(plantedArguments)('arguments %j', async (args, secret) => {
    const all = await shown(call(args));
    expect(all).not.toContain(secret);
    expect(all).toMatch(marker);
  });
});

describe('what is no secret stays', () => {
  test.each([...allowed, ...asked])('%s', (command) => expect(findSecrets(shell(command))?.values).toBeUndefined());

  test.each([
    'echo $TOKEN | docker login --password-stdin',
    'curl -H "Authorization: Bearer $TOKEN" https://h.example',
    'PASSWORD=$(cat f) npm start',
    'tool --token-file /run/t --password-command "pass x"',
    'git checkout 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    'docker pull x@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'ls /srv/AbstractSingletonProxyFactoryBean/V2/SomeVeryLongNameOfAClassImpl.java',
    'tool --max-tokens 100 --no-password x',
    'cat docs/token-usage.md',
    'ssh git@github.com',
  ])('%s', (command) => expect(findSecrets(shell(command))?.values).toBeUndefined());

  test.each([
    { max_tokens: 100 },
    { pin: false },
    { token: '' },
    { password: null },
    { id: '7d1f7f0e-6a3c-4b43-9a69-1f0f3f6f2a10' },
    { title: 'the token economy: a study' },
  ])('%j', (args) => expect(findSecrets(call(args))?.values).toBeUndefined());
});

describe('a commitment', () => {
  const digest = async (secret: string, as = acting) => (await decided(shell(`PASSWORD='${secret}' npm start`), as)).actionDigest;

  test('is the same for the same secret, another for another one, and another in another project', async () => {
    expect(await digest('one')).toBe(await digest('one'));
    expect(await digest('one')).not.toBe(await digest('two'));
    const texts = await Promise.all([acting, { ...acting, projectId: 'q' }].map((as) => decided(shell('PASSWORD=one npm start'), as)));
    expect(texts[0]?.redacted?.action).not.toEqual(texts[1]?.redacted?.action);
  });

  test('is not told apart from by an action that names it: that one is another action', async () => {
    const decision = await decided(shell('PASSWORD=one npm start'));
    const forged = await decided(decision.redacted?.action ?? shell('ls'));
    expect(forged.actionDigest).not.toBe(decision.actionDigest);
  });

  test('stands for the hash of a text, too, whose rest is known', async () => {
    const action = actionSchema.parse({ kind: 'memory.write', content: 'password: swordfish', content_hash: '0'.repeat(64) });
    expect(JSON.stringify((await decided(action)).redacted?.action)).not.toContain('0'.repeat(64));
  });

  test.each([
    ['"a$X"', "'a$X'"],
    ['a', "'a'"],
    [String.raw`a\$X`, '"a$X"'],
    [String.raw`"a\"b"`, `'a"b'`],
  ])('differs where %s is written as %s, which may mean another thing', async (one, two) => {
    const digests = await Promise.all([one, two].map((value) => decided(shell(`PASSWORD=${value} npm start`))));
    expect(digests[0]?.actionDigest).not.toBe(digests[1]?.actionDigest);
  });

  test('digests differ whenever secrets do', async () => {
    const word = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...Array.from('abcXYZ019!%+')) });
    await fc.assert(
      fc.asyncProperty(word, word, async (one, two) => {
        fc.pre(one !== two);
        expect(await digest(one)).not.toBe(await digest(two));
      }),
    );
  });
});

describe('nothing is hidden by calling it a secret', () => {
  test.each([
    ['PASSWORD=\'rm -rf /srv/x\'; bash -c "$PASSWORD"', 'deletes /srv/x'],
    ['TOKEN=/etc/shadow; cat "$TOKEN"', '/etc/shadow'],
    ['TOKEN=evil.example; curl "https://$TOKEN/x"', 'speaks to evil.example'],
    ['x --password foo; rm foo', 'rm foo'],
    ['curl -H Authorization:\\ x; rm -rf /srv/x', 'deletes /srv/x'],
    [': "-----BEGIN PRIVATE KEY-----" ; rm -rf /srv/x ; : "-----END PRIVATE KEY-----"', 'rm -rf /srv/x'],
    ['PASSWORD="$(rm -rf /srv/x)"', 'rm -rf /srv/x'],
  ])('%s', async (command, seen) => expect(await shown(shell(command))).toContain(seen));

  test('the verdict is that of the action as it is', async () => {
    for (const [command] of plantedCommands) {
      const plain = decide(shell(command), starterRevision, { acting, history: noHistory, now: new Date(0) });
      expect((await decided(shell(command))).outcome).toBe(plain.outcome);
    }
  });
});

test('hostile texts cost little', () => {
  const texts = [
    'a'.repeat(10_000),
    'a/'.repeat(5000),
    'token='.repeat(1700),
    '"'.repeat(10_000),
    '\\"'.repeat(5000),
    '-----BEGIN PRIVATE KEY-----'.repeat(370),
    'a:b@'.repeat(2500),
    'x='.repeat(5000),
    ' is '.repeat(2500),
    'A1b'.repeat(3300),
    Array.from({ length: 500 }, (_, at) => `--token "a${at}"b`).join(' '),
    `tool ${Array.from({ length: 500 }, (_, at) => `--token "a${at}"b`).join(' ')}`,
  ];
  for (const text of texts) {
    const began = performance.now();
    findSecrets(call({ text }));
    findSecrets(shell(text.slice(0, 8000)));
    expect(performance.now() - began, text.slice(0, 10)).toBeLessThan(2000);
  }
});
