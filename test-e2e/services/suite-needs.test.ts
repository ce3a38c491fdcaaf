import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { suitesWithout } from './suite-needs.ts';

const DATABASE = 'CAIRN_TEST_DATABASE_URL';
const REDIS = 'CAIRN_TEST_REDIS_URL';
const BINARIES = { CAIRN_TEST_POSTGRES_BIN: '/p', CAIRN_TEST_REDIS_BIN: '/r' };

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-needs-'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'plain.test.ts'), 'test();');
  writeFileSync(join(root, 'rows.test.ts'), `connect(process.env['${DATABASE}']);`);
  writeFileSync(join(root, 'jobs.test.ts'), `// Needs ${DATABASE} and ${REDIS}.`);
  writeFileSync(join(root, 'chaos.test.ts'), 'await startRedis();');
  writeFileSync(join(root, 'node_modules', 'theirs.test.ts'), DATABASE);
});
afterEach(() => rmSync(root, { recursive: true }));

const without = (environment: NodeJS.ProcessEnv) => suitesWithout(root, ['**/*.test.ts'], environment);

test('without any service, each suite that names one is listed with what it lacks', () => {
  expect(without({})).toEqual([
    { file: 'chaos.test.ts', needs: ['a Redis of its own'] },
    { file: 'jobs.test.ts', needs: ['Postgres', 'Redis'] },
    { file: 'rows.test.ts', needs: ['Postgres'] },
  ]);
});

test('with URLs alone, only suites that stop servers are left', () => {
  expect(without({ [DATABASE]: 'postgres://x', [REDIS]: 'redis://x' })).toEqual([{ file: 'chaos.test.ts', needs: ['a Redis of its own'] }]);
});

test('a suite of every kind of Redis needs the programs of each, or containers', () => {
  writeFileSync(join(root, 'kinds.test.ts'), 'describe.each(redisKinds);');
  const isListed = (environment: NodeJS.ProcessEnv): boolean => without(environment).some((suite) => suite.file === 'kinds.test.ts');
  expect(isListed({})).toBe(true);
  expect(isListed(BINARIES)).toBe(true);
  expect(isListed({ ...BINARIES, CAIRN_TEST_REDIS7_BIN: '/r7', CAIRN_TEST_VALKEY_BIN: '/v' })).toBe(false);
  expect(isListed({ CAIRN_TEST_DOCKER: '1' })).toBe(false);
});

test('an empty variable is as good as none', () => {
  expect(without({ [DATABASE]: '', [REDIS]: 'redis://x', ...BINARIES })).toEqual([
    { file: 'jobs.test.ts', needs: ['Postgres'] },
    { file: 'rows.test.ts', needs: ['Postgres'] },
  ]);
});

test('with everything, none is listed', () => {
  expect(without({ [DATABASE]: 'postgres://x', [REDIS]: 'redis://x', ...BINARIES })).toEqual([]);
});

test('a suite of pages needs a browser, which is there on Linux on amd64 and can be named elsewhere', () => {
  const file = 'pages.test.ts';
  writeFileSync(join(root, file), '// Needs a browser: CAIRN_TEST_CHROMIUM.');
  const isListed = (environment: NodeJS.ProcessEnv): boolean => without(environment).some((suite) => suite.file === file);
  expect(isListed({})).toBe(process.platform !== 'linux' || process.arch !== 'x64');
  expect(isListed({ CAIRN_TEST_CHROMIUM: '/usr/bin/chromium' })).toBe(false);
});
