import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { postgresAnswers, redisAnswers } from './answers.ts';
import { startPostgres, startRedis, type Service } from './index.ts';

const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.remove();
});

async function own(service: Promise<Service>): Promise<Service> {
  running.push(await service);
  return await service;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

async function command(url: string, ...[name, ...args]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(url);
  try {
    return await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

test('a Postgres of its own is version 17 with pgvector', async () => {
  const { url } = await own(startPostgres());
  await query(url, 'create extension vector');
  expect(await query(url, 'show server_version')).toEqual([expect.stringMatching(/^17\./)]);
  expect(await query(url, "select '[1,2]'::vector <-> '[1,4]'")).toEqual([2]);
});

test('a Postgres that was killed is down, and comes back on its port with what was committed', async () => {
  const postgres = await own(startPostgres());
  await query(postgres.url, 'create table fact as select 7 as n');
  await postgres.kill();
  await expect(postgresAnswers(postgres.url)).rejects.toThrow(/ECONNREFUSED/);
  await postgres.restart();
  expect(await query(postgres.url, 'select n from fact')).toEqual([7]);
});

test('a Postgres that was paused says nothing, and goes on where it was', async () => {
  const postgres = await own(startPostgres());
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await postgres.pause();
  let isAnswered = false;
  const answer = client.query('select 7 as n').then(({ rows }) => {
    isAnswered = true;
    return rows;
  });
  await sleep(500);
  expect(isAnswered).toBe(false);
  await postgres.resume();
  expect(await answer).toEqual([{ n: 7 }]);
  await client.end();
});

test('settings of the caller win over the ones for tests', async () => {
  const { url } = await own(startPostgres({ settings: { fsync: 'on', max_connections: '33' } }));
  expect(await query(url, 'show fsync')).toEqual(['on']);
  expect(await query(url, 'show max_connections')).toEqual(['33']);
});

test('a Redis that was stopped is down, and comes back empty', async () => {
  const redis = await own(startRedis());
  await command(redis.url, 'SET', 'fact', '7');
  await redis.stop();
  await expect(redisAnswers(redis.url)).rejects.toThrow(/ECONNREFUSED/);
  await redis.restart();
  expect(await command(redis.url, 'GET', 'fact')).toBeNull();
  expect(await command(redis.url, 'INFO', 'server')).toMatch(/redis_version:8\./);
});

test('a Redis that is told to keep its data comes back with it', async () => {
  const redis = await own(startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } }));
  await command(redis.url, 'SET', 'fact', '7');
  await redis.kill();
  await redis.restart();
  expect(await command(redis.url, 'GET', 'fact')).toBe('7');
});

test('a server that can not start says why and leaves nothing behind', async () => {
  const attempt = startPostgres({ settings: { shared_buffers: 'much' } });
  await expect(attempt).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
});

test('a removed server is down and its data gone', async () => {
  const redis = await startRedis();
  const folder = String(await command(redis.url, 'CONFIG', 'GET', 'dir')).split(',')[1] ?? '';
  expect(existsSync(folder)).toBe(true);
  await redis.remove();
  await expect(redisAnswers(redis.url)).rejects.toThrow(/ECONNREFUSED/);
  expect(existsSync(folder)).toBe(false);
});
