import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runGates } from './gates.ts';

const scripts = { 'format:check': 'f', lint: 'l', boundaries: 'b', knip: 'k', build: 't', 'audit:dependencies': 'a' };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-gates-'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }));
});
afterEach(() => rmSync(root, { recursive: true }));

test('every gate runs, also after one that failed, whose output is shown', async () => {
  const printed: string[] = [];
  const results = await runGates(
    root,
    (line) => Promise.resolve({ code: line === 'l' ? 1 : 0, seconds: 1, output: `output of ${line}` }),
    (text) => printed.push(text),
  );
  expect(results.map(({ name, passed }) => [name, passed])).toEqual([
    ['format', true],
    ['types', true],
    ['lint', false],
    ['boundaries', true],
    ['unused code', true],
    ['dependencies', true],
  ]);
  expect(printed).toEqual(['\n--- lint: l\noutput of l', '\n--- dependencies: a\noutput of a']);
});

test('a gate whose script is gone is no silent pass', async () => {
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { ...scripts, knip: undefined } }));
  const attempt = runGates(
    root,
    () => Promise.resolve({ code: 0, seconds: 1, output: '' }),
    () => {},
  );
  await expect(attempt).rejects.toThrow('package.json has no script knip');
});
