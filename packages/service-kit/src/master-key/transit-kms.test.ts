import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTransitKms } from './transit-kms.ts';

type Answer = (body: Readonly<Record<string, string>>, response: ServerResponse, request: IncomingMessage) => void;

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/** As a key service is: its key is one byte that everything is combined with. */
const right: Answer = (body, response, request) => {
  if (request.headers['x-vault-token'] !== 'a token') return json(response, 403, { errors: ['permission denied'] });
  if (request.url === '/v1/transit/encrypt/cairn')
    return json(response, 200, { data: { ciphertext: `vault:v1:${turned(body['plaintext'] ?? '')}` } });
  return json(response, 200, { data: { plaintext: turned((body['ciphertext'] ?? '').replace('vault:v1:', '')) } });
};

const turned = (text: string): string => Buffer.from(Buffer.from(text, 'base64').map((byte) => byte ^ 0x5a)).toString('base64');

let server: Server;
let url: string;
let answers: Answer[];
let asked: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.once('end', () => {
      asked += 1;
      (answers.shift() ?? right)(JSON.parse(text) as Record<string, string>, response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/transit`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers = [];
  asked = 0;
});

const kms = (more: object = {}) => createTransitKms({ url, key: 'cairn', token: 'a token', timeoutMs: 200, backoffMs: 1, ...more });
const key = new Uint8Array(32).fill(7);

test('a wrapped key comes back as it was, and is not the key', async () => {
  const wrapped = await kms().wrap(key);
  expect(wrapped).toMatch(/^vault:v1:/);
  expect(wrapped).not.toContain(Buffer.from(key).toString('base64'));
  expect(await kms().unwrap(wrapped)).toEqual(key);
});

test.each<[string, Answer]>([
  ['broken', (_body, response) => json(response, 500, {})],
  ['sealed', (_body, response) => json(response, 503, {})],
  ['busy', (_body, response) => json(response, 429, {})],
  ['silent', () => {}],
  ['gone in the middle', (_body, response) => void response.destroy()],
])('a service that is %s for a while is asked again', async (_what, fault) => {
  const wrapped = await kms().wrap(key);
  answers = [fault, fault];
  asked = 0;
  expect(await kms().unwrap(wrapped)).toEqual(key);
  expect(asked).toBe(3);
});

test.each<[string, Answer, RegExp, number]>([
  ['that stays broken', (_body, response) => json(response, 500, {}), /failed/, 3],
  ['that refuses', (_body, response) => json(response, 403, {}), /refused/, 1],
  ['that sends elsewhere', (_body, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /refused/, 1],
  ['that says something else', (_body, response) => void response.end('<html>'), /no master key/, 1],
  ['that gives a short key', (_body, response) => json(response, 200, { data: { plaintext: 'c2hvcnQ=' } }), /no master key/, 1],
  ['that gives no text', (_body, response) => json(response, 200, { data: { plaintext: 7 } }), /no master key/, 1],
  ['that does not end', (_body, response) => void response.write(`{"data":"${'x'.repeat(100_000)}`), /no master key/, 1],
  ['that never answers', () => {}, /in time/, 3],
])('a service %s is told in one line that holds no secret', async (_what, fault, told, times) => {
  answers = [fault, fault, fault];
  const failure = await kms({ attempts: 3 })
    .unwrap('vault:v1:secret')
    .catch((error: Error) => error);
  expect(String(failure)).toMatch(told);
  expect(String(failure)).not.toMatch(/secret|token [^,]*a token|vault:v1/);
  expect(asked).toBe(times);
});

test('a service that is not there is told so', async () => {
  const nowhere = kms({ url: 'http://127.0.0.1:1/v1/transit', attempts: 2 });
  await expect(nowhere.unwrap('vault:v1:x')).rejects.toThrow('cannot be reached');
});
