import { beforeAll, describe, expect, test } from 'vitest';
import { newAddress } from '../auth/addresses.ts';
import { ask, shell } from '../governance/asking.ts';
import { documents, settled } from '../knowledge/documents.ts';
import { call } from '../product/caller.ts';
import type { Answer, Caller } from '../product/caller.ts';
import type { Project, Suite } from '../product/stage.ts';

/** Pieces that make patterns go back and forth when they are repeated, each closed by something that does not fit. */
const pumps = [
  'a',
  ' ',
  '\n',
  '\t',
  '-',
  '_',
  '.',
  '/',
  '\\',
  '"',
  "'",
  '(',
  '[',
  '{',
  '<',
  '=',
  ':',
  ',',
  '#',
  '*',
  '`',
  '0',
  '1,',
  'a.',
  'a@',
  'a ',
  '-a',
  '$(',
  '${',
  '<a ',
  '&amp;',
  '|',
  '%2',
  'https://',
  'é',
  '界',
  '\u0301',
  '😀',
  'a=b ',
  '\\"',
  '../',
  '--a=',
];

const hostile = (characters: number): readonly string[] =>
  pumps.map((pump) => `x${pump.repeat(Math.ceil(characters / pump.length)).slice(0, characters - 2)}!`);

const hash = 'a'.repeat(64);

/** What takes text, with the most that it takes. */
const inputs: readonly (readonly [string, number, (caller: Caller, text: string) => Promise<Answer>])[] = [
  ['the content of a memory', 20_000, (caller, content) => caller.tool('save_memory', { content })],
  ['a search of memories', 4000, (caller, query) => caller.rest('POST', '/v1/memories/search', { query })],
  ['a search of documents', 4000, (caller, query) => caller.tool('search_knowledge', { query })],
  ['a task to remember for', 16_000, (caller, task) => caller.rest('POST', '/v1/context', { task })],
  ['a command', 16_000, (caller, command) => ask(caller, shell(command))],
  ['an argument of a tool', 16_000, (caller, text) => ask(caller, { kind: 'mcp.call', server: 's', tool: 't', arguments: { text } })],
  ['a path', 4000, (caller, path) => ask(caller, { kind: 'file.write', path: `/repo/${path}`, workspace_root: '/repo', after_hash: hash })],
  ['a text for a memory', 16_000, (caller, content) => ask(caller, { kind: 'memory.write', content, content_hash: hash })],
  [
    'a plan',
    8000,
    (caller, text) => caller.rest('POST', '/v1/tasks', { goal: text, plan: { steps: [{ id: text.slice(0, 64), kind: text }] } }),
  ],
  ['an e-mail', 4000, (caller, email) => signIn(caller, email)],
  [
    'a time and a cursor',
    2000,
    (caller, text) => caller.rest('GET', `/v1/audit?from=${encodeURIComponent(text)}&after=${encodeURIComponent(text)}`),
  ],
  ['headers', 6000, (caller, text) => withHeaders(caller, text)],
];

function signIn(caller: Caller, email: string): Promise<Answer> {
  return call(`${caller.baseUrl}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...newAddress() },
    body: JSON.stringify({ email, password: 'x'.repeat(20) }),
  });
}

function withHeaders(caller: Caller, text: string): Promise<Answer> {
  const sendable = text.replaceAll(/[^\x20-\x7e]/g, 'a').trim();
  return call(`${caller.baseUrl}/mcp/tools/call`, {
    method: 'POST',
    headers: {
      ...newAddress(),
      authorization: `Bearer ${sendable}`,
      'content-type': `application/json; charset=${sendable.slice(0, 2000)}`,
      accept: sendable.slice(0, 2000),
      traceparent: sendable.slice(0, 1000),
      origin: sendable.slice(0, 500),
    },
    body: '{}',
  });
}

/** Ordinary is some milliseconds; a pattern that goes back and forth takes minutes at these lengths. */
const longestMs = 4000;

export const hostileTextSuite: Suite = (stage) => {
  describe('a text that patterns choke on', () => {
    let project: Project;
    beforeAll(async () => {
      project = await stage.newProject();
    });

    test.each(inputs)('is answered in time as %s', async (_kind, characters, send) => {
      for (const [at, text] of hostile(characters).entries()) {
        const startedAt = performance.now();
        const { status } = await send(project.caller, text);
        expect([pumps[at], status < 500, performance.now() - startedAt < longestMs]).toEqual([pumps[at], true, true]);
      }
    });

    test.each(['text/markdown', 'text/html', 'text/csv', 'text/plain'])('is read in time as a document of %s', async (mediaType) => {
      const content = hostile(4000).join('\n');
      const { body } = await project.caller.rest('POST', documents, { title: `hostile ${mediaType}`, content, media_type: mediaType });
      expect((await settled(project.caller, body.document_id, 60_000)).status).toBe('ready');
    });
  });
};
