import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { placeOf } from './place-of.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const told = (env: Readonly<Record<string, string>>): string => placeOf(loadConfig({ CAIRN_MASTER_KEY: key, ...env }).data);

test('a server is told by its database and its host, without who connects', () => {
  expect(told({ DATABASE_URL: 'postgres://owner:hunter2@db.example:6432/cairn%20two?sslmode=require' })).toBe(
    'cairn two on db.example:6432',
  );
  expect(told({ DATABASE_URL: 'postgres://owner:hunter2@db.example' })).toBe("the user's own database on db.example");
});

test('a folder is told whole, with why it is one', () => {
  expect(told({ CAIRN_DATA_DIR: './data' })).toBe(`the embedded store in ${resolve('data')}, since DATABASE_URL is not set`);
});
