import { CairnError } from '@cairn/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptLog } from '../testing/log.ts';

const key = `cairn_${'a1B2'.repeat(12)}`;

/** What one line says after it was logged. */
function logged(fields: object, message = 'm'): string {
  const log = keptLog();
  log.logger.info(fields, message);
  const [line = ''] = log.lines;
  JSON.parse(line);
  return line;
}

describe('a log line', () => {
  it('is one JSON object with level, time and message', () => {
    const log = keptLog();
    log.logger.info({ status: 200 }, 'request');
    expect(log.lines).toHaveLength(1);
    expect(log.entries()[0]).toMatchObject({
      level: 'info',
      status: 200,
      msg: 'request',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'password',
    'session_token',
    'sessionToken',
    'key',
    'api_key',
    'apiKey',
    'x-api-key',
    'secret',
    'client_secret',
    'access_token',
    'refresh_token',
    'code_verifier',
    'code',
    'masterKey',
    'CAIRN_MASTER_KEY',
    'credentials',
    'content',
    'body',
    'query',
    'text',
    'arguments',
    'params',
  ])('keeps %s to itself at any depth', (name) => {
    const line = logged({ [name]: 'xyzzy', headers: { [name]: 'xyzzy' }, list: [{ deep: { [name]: { inside: 'xyzzy' } } }] });
    expect(line).not.toContain('xyzzy');
    expect(line).toContain('[redacted]');
  });

  it('keeps to itself what a child logger was given', () => {
    const log = keptLog();
    log.logger.child({ session_token: 'xyzzy', project: 'p1' }).info('m');
    expect(log.lines[0]).not.toContain('xyzzy');
    expect(log.lines[0]).toContain('p1');
  });

  it.each([
    ['an address with a key', `GET /mcp?api_key=${key}&x=1`, 'x=1'],
    ['an address with any api_key', '/mcp?api_key=xyzzy&x=1', 'x=1'],
    ['a header', 'sent Authorization: Bearer xyzzy.token to it', 'to it'],
    ['a header in another case', 'authorization: BEARER xyzzy ok', 'ok'],
    ['a key in a sentence', `the key ${key} is wrong`, 'is wrong'],
    ['a session token', `cairn_session_${'a1B2'.repeat(12)} ended`, 'ended'],
    ['the address of a database', 'postgres://cairn:xyzzy@db:5432/cairn', 'db:5432/cairn'],
    ['a token in an address', 'https://a.example/cb?code=xyzzy&state=s', 'state=s'],
  ])('cuts the secret out of %s', (_name, text, rest) => {
    for (const line of [logged({}, text), logged({ note: text }), logged({ err: new Error(text) }), logged({ list: [text] })]) {
      expect(line).not.toMatch(/xyzzy|a1B2/);
      expect(line).toContain(rest);
    }
  });

  it('never holds an API key, wherever it was put', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('note', 'url', 'a b', 'err'), (before, after, name) => {
        const text = `${before} ${key} ${after}`;
        expect(logged({ [name]: name === 'err' ? new Error(text) : text })).not.toContain(key);
      }),
    );
  });

  it('keeps whole objects of others to itself', () => {
    class Request {
      readonly headers = { authorization: 'xyzzy' };
    }
    const line = logged({ request: new Request(), bytes: Buffer.from('xyzzy'), map: new Map([['a', 'xyzzy']]) });
    expect(line).not.toContain('xyzzy');
    expect(line).toContain('[Request]');
  });

  it('reduces a request to its method, an answer to its status', () => {
    const line = logged({
      req: { method: 'GET', url: '/mcp?api_key=xyzzy', headers: { cookie: 'xyzzy' }, body: 'xyzzy' },
      res: { statusCode: 204, body: 'xyzzy' },
    });
    expect(JSON.parse(line)).toMatchObject({ req: { method: 'GET' }, res: { status: 204 } });
    expect(line).not.toContain('xyzzy');
  });

  it('ends where objects nest without end', () => {
    const loop: { name: string; self?: object } = { name: 'a' };
    loop.self = loop;
    expect(logged({ loop })).toContain('[nested]');
  });
});

const errorIn = (fields: object) => JSON.parse(logged(fields)).err;

describe('a logged error', () => {
  it('has its type, code, message, frames and causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const err = errorIn({ err: new CairnError('STORE_UNAVAILABLE', { cause }) });
    expect(err).toMatchObject({
      type: 'CairnError',
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('database'),
      cause: { code: 'ECONNREFUSED' },
    });
    expect(err.stack).toContain('logger.test.ts');
  });

  it.each([
    ['the parser of JSON', () => capture(() => JSON.parse('{"content": my diary'))],
    [
      'the database',
      () =>
        Object.assign(new Error('value "my diary" is too long'), {
          severity: 'ERROR',
          code: '22001',
          detail: 'my diary',
          where: 'my diary',
        }),
    ],
    ['a schema', () => Object.assign(new Error('my diary is no number'), { issues: [{ input: 'my diary' }] })],
  ])('says nothing that %s quotes', (_name, make) => {
    const line = logged({ err: make() });
    expect(line).not.toContain('diary');
    expect(JSON.parse(line).err.stack).toContain('logger.test.ts');
  });

  it('is recognised under any name', () => {
    const line = logged({ reason: Object.assign(new Error('broken'), { body: 'my diary' }) });
    expect(JSON.parse(line).reason).toMatchObject({ type: 'Error', message: 'broken' });
    expect(line).not.toContain('diary');
  });

  it('may be anything that can be thrown', () => {
    expect(errorIn({ err: 'my diary' })).toEqual({ type: 'string' });
  });
});

function capture(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
