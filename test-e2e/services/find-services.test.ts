import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findServices, type ServerWay } from './find-services.ts';
import { freePort } from './free-port.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A way that can't be taken, and notes that it was asked. */
function closed(name: string, asked: string[]): ServerWay {
  return {
    name,
    whyNot: () => {
      asked.push(name);
      return Promise.resolve(`no ${name} here`);
    },
    source: () => Promise.reject(new Error('must not be asked')),
  };
}

/** A way that seems open, but whose servers do not start. */
const broken: ServerWay = {
  name: 'broken',
  whyNot: () => Promise.resolve(undefined),
  source: () => Promise.resolve({ kind: 'binaries', postgres: '/nowhere', redis: '/nowhere' }),
};

test('ways are tried in order, and each says why it gave nothing', async () => {
  const asked: string[] = [];
  const found = await findServices({}, [closed('first', asked), broken, closed('second', asked)]);
  expect(asked).toEqual(['first', 'second']);
  expect(found.environment).toEqual({});
  expect(found.summary).toBe('none');
  expect(found.reasons).toEqual(['first: no first here', expect.stringMatching(/^broken: .*ENOENT/), 'second: no second here']);
});

test('binaries that the environment names are tried before any other way', async () => {
  const found = await findServices({ CAIRN_TEST_POSTGRES_BIN: '/nowhere/p', CAIRN_TEST_REDIS_BIN: '/nowhere/r' }, [closed('first', [])]);
  expect(found.reasons.map((reason) => reason.split(':')[0])).toEqual(['the servers that the environment names', 'first']);
});

test('a URL behind which nothing answers stops the run and names the variable', async () => {
  const port = await freePort();
  await expect(findServices({ CAIRN_TEST_REDIS_URL: `redis://127.0.0.1:${port}` }, [])).rejects.toThrow(/^CAIRN_TEST_REDIS_URL is set/);
  await expect(findServices({ CAIRN_TEST_DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` }, [])).rejects.toThrow(
    /^CAIRN_TEST_DATABASE_URL is set/,
  );
});

test('a given URL that answers is passed on, and the rest is looked for', async () => {
  const port = await freePort();
  const server = createServer((socket) => socket.end('+PONG\r\n')).listen(port, '127.0.0.1');
  closing.push(() => server.close());
  const asked: string[] = [];
  const found = await findServices({ CAIRN_TEST_REDIS_URL: `redis://127.0.0.1:${port}` }, [closed('first', asked)]);
  expect(found.environment).toEqual({ CAIRN_TEST_REDIS_URL: `redis://127.0.0.1:${port}` });
  expect(asked).toEqual(['first']);
});
