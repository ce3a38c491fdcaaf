import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointLine } from '../checkpoints/checkpoint-line.ts';
import { entryText, exported, keptChain, laterMoment, linked, signedAt, signer } from '../testing/kept-chain.ts';

const bin = fileURLToPath(new URL('../../bin/cairn-audit-verify.mjs', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-audit-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(lines: readonly string[], ...args: readonly string[]) {
  const file = join(folder, 'export.ndjson');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, file, ...args], { encoding: 'utf8', cwd: folder });
  return { status, stdout, stderr };
}

test('an intact export ends with 0 and says what it is', () => {
  const { status, stdout, stderr } = run(exported(keptChain(4)), '--key', signer.publicKey);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Intact: .* 4 entries, the last is 4 with hash [0-9a-f]{64}/);
});

test('without a key it ends with 3 and names the one that signed', () => {
  const { status, stdout } = run(exported(keptChain(4)));
  expect([status, stdout.includes(signer.keyId)]).toEqual([3, true]);
});

test('a changed entry ends with 1 and its number', () => {
  const lines = exported(keptChain(4)).map((line) => line.replace('"r3"', '"r9"'));
  expect(run(lines, '--key', signer.publicKey)).toMatchObject({ status: 1, stdout: expect.stringContaining('entry_changed at entry 3') });
  const { stdout } = run(lines, '--key', signer.publicKey, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, first_bad_seq: 3, reason: 'entry_changed', entries: 2 });
});

test.each([
  ['an empty line', (text: string) => text.replace('\n', '\n\n')],
  ['other ends of its lines', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a mark of the byte order', (text: string) => `\ufeff${text}`],
])('an export with %s does not end with 0', (_what, change) => {
  const lines = change(exported(keptChain(3)).join('\n')).split('\n');
  expect([1, 2]).toContain(run(lines, '--key', signer.publicKey).status);
});

test('an entry with a text that other readers take for two lines is intact', () => {
  const links = linked([entryText(1, 'done\u2028\u2029')]);
  expect(run(exported(links), '--key', signer.publicKey)).toMatchObject({ status: 0 });
});

test('an export that ends before what was kept elsewhere ends with 1', () => {
  const file = join(folder, 'checkpoints.ndjson');
  writeFileSync(file, `${checkpointLine(signedAt(keptChain(6), 6))}\n`);
  const { status, stdout } = run(exported(keptChain(4)), '--key', signer.publicKey, '--checkpoints', file);
  expect([status, stdout]).toEqual([1, expect.stringContaining('tail_missing at entry 5')]);
});

test('an export that was made before what was kept elsewhere ends with 0 and says how far it goes', () => {
  const file = join(folder, 'later.ndjson');
  writeFileSync(file, `${checkpointLine(signedAt(keptChain(6), 6, 'head', laterMoment))}\n`);
  const { status, stdout } = run(exported(keptChain(4)), '--key', signer.publicKey, '--checkpoints', file);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Intact: .*\nIt ends before 1 of the checkpoints/)]);
});

test.each([
  ['of another chain', [checkpointLine({ ...signedAt(keptChain(2), 2), chain: { kind: 'project', id: 'another' } })]],
  ['without a checkpoint', []],
  ['with a name that comes twice', [checkpointLine(signedAt(keptChain(2), 2)).replace('{', '{"seq":1,')]],
  ['with something else', ['hello']],
])('a file of checkpoints %s ends with 2, beside one that is right too', (_what, lines) => {
  const [wrong, right] = [join(folder, 'wrong.ndjson'), join(folder, 'right.ndjson')];
  writeFileSync(wrong, lines.map((line) => `${line}\n`).join(''));
  writeFileSync(right, `${checkpointLine(signedAt(keptChain(2), 2))}\n`);
  const { status, stdout, stderr } = run(exported(keptChain(4)), '--key', signer.publicKey, '--checkpoints', right, '--checkpoints', wrong);
  expect([status, stderr]).toEqual([2, expect.stringContaining('wrong.ndjson')]);
  expect(stdout).toBe('');
});

test.each([
  ['no file', ['--json']],
  ['an unknown option', ['x', '--loud']],
  ['a file that is not there', ['nowhere.ndjson']],
])('%s ends with 2 and a reason', (_name, args) => {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { encoding: 'utf8', cwd: folder });
  expect([status, stderr.length > 20]).toEqual([2, true]);
});
