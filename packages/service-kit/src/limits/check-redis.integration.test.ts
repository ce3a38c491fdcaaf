import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { newId } from '@cairn/core';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portOf } from '../testing/port-of.ts';
import { openRedisGate } from '../testing/redis-gate.ts';
import { checkRedis } from './check-redis.ts';

const target = process.env['CAIRN_TEST_REDIS_URL'] ?? '';
const user = `cairn-kit-test-${newId()}`;

let admin: Redis;
beforeAll(async () => {
  admin = new Redis(target);
  await admin.call('ACL', 'SETUSER', user, 'on', '>right', '+@all', '~*');
});
afterAll(async () => {
  await admin.call('ACL', 'DELUSER', user);
  admin.disconnect();
});

function addressed(change: (url: URL) => void): string {
  const url = new URL(target);
  change(url);
  return url.href;
}

const signedIn = (password: string) =>
  addressed((url) => {
    url.username = user;
    url.password = password;
  });

it('has nothing to say of a Redis that answers', async () => {
  expect(await checkRedis(target)).toBeUndefined();
  expect(await checkRedis(addressed((url) => (url.pathname = '/1')))).toBeUndefined();
  expect(await checkRedis(signedIn('right'))).toBeUndefined();
});

it('repeats what the server says of a database that it lacks', async () => {
  expect(await checkRedis(addressed((url) => (url.pathname = '/65535')))).toBe(
    'Redis refuses the connection: ERR DB index is out of range',
  );
});

it('repeats what the server says of a wrong password, without the password', async () => {
  const said = await checkRedis(signedIn('hunter2'));
  expect(said).toMatch(/^Redis refuses the connection: WRONGPASS /);
  expect(said).not.toContain('hunter2');
});

it('leaves no connection behind', async () => {
  await checkRedis(addressed((url) => (url.pathname = '/65535')));
  await expect.poll(() => admin.client('LIST')).not.toContain('name=cairn-check');
});

it('takes a Redis that is not there, or hangs, for one that may come back', async () => {
  const gate = await openRedisGate(target);
  gate.hang();
  const start = performance.now();
  expect(await checkRedis(gate.url)).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(3_000);
  await gate.close();
  expect(await checkRedis(gate.url)).toBeUndefined();
});

/** A server that has one answer to everything. */
function answering(line: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      // One answer for each command of a batch.
      socket.on('data', (bytes) => socket.write(line.repeat(bytes.toString().match(/^\*\d/gm)?.length ?? 0)));
    });
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

it.each([
  ['-NOAUTH Authentication required.\r\n', 'Redis refuses the connection: NOAUTH Authentication required.'],
  ['-LOADING Redis is loading the dataset in memory\r\n', undefined],
  ['HTTP/1.1 400 Bad Request\r\n', undefined],
])('makes of the answer %j: %j', async (line, said) => {
  const server = await answering(line);
  expect(await checkRedis(`redis://127.0.0.1:${portOf(server)}`)).toBe(said);
  server.close();
});
