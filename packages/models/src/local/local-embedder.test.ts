import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLocalEmbedder } from './local-embedder.ts';

// The model loads and works in a process of its own, on what other suites leave of the cores.
vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'cairn-models-'));
const embedder = createLocalEmbedder({ cacheDir: folder });
afterAll(async () => {
  await embedder.close();
  rmSync(folder, { recursive: true });
});

const dot = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? Number.NaN), 0);

/** The process that runs the model of this test's embedder. */
function modelProcesses(cacheDir: string): readonly number[] {
  const children = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return children.filter((line) => line.includes('embedding-process') && line.includes(cacheDir)).map((line) => Number.parseInt(line, 10));
}

describe('vectors', () => {
  it('lie close together when texts mean the same, and have unit length', async () => {
    const texts = ['The cat sits on the mat.', 'A feline rests on a rug.', 'Quarterly revenue grew by 12 percent.'];
    const [cat, feline, revenue] = await embedder.embed(texts, { kind: 'passage' });
    expect(dot(cat, cat)).toBeCloseTo(1, 5);
    expect(dot(cat, feline)).toBeGreaterThan(0.4);
    expect(dot(cat, revenue)).toBeLessThan(0.15);
    expect(cat).toHaveLength(384);
  });

  it('come in the order of the texts, however many there are, and do not depend on their neighbours', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => `Text number ${at} ${'word '.repeat(at * 3)}`);
    const together = await embedder.embed(texts, { kind: 'passage' });
    const alone = await embedder.embed([texts[39] ?? ''], { kind: 'passage' });
    expect(together).toHaveLength(40);
    expect(together[39]).toEqual(alone[0]);
  });

  it.each([
    ['nothing', ''],
    ['a text without an end', 'word '.repeat(100_000)],
    ['what is no word', '\u{1f600}\ud800 日本'],
  ])('there are of %s', async (_, text) => {
    const [vector] = await embedder.embed([text], { kind: 'passage' });
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });
});

it('lets a query go first', async () => {
  const passages = embedder.embed(
    Array.from({ length: 20 }, () => 'A sentence of a handbook. '.repeat(40)),
    { kind: 'passage' },
  );
  const order: string[] = [];
  const query = embedder.embed(['How long do refunds take?'], { kind: 'query' }).then(() => order.push('query'));
  await Promise.all([passages.then(() => order.push('passages')), query]);
  expect(order).toEqual(['query', 'passages']);
});

it('stops for a caller who goes, and works on for others', async () => {
  const controller = new AbortController();
  const texts = Array.from({ length: 20 }, () => 'A sentence of a handbook. '.repeat(40));
  const failed = embedder.embed(texts, { kind: 'passage', signal: controller.signal });
  controller.abort(new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  await expect(embedder.embed(['still there'], { kind: 'passage' })).resolves.toHaveLength(1);
});

it('outlives a process that dies', async () => {
  const told: string[] = [];
  const fragile = createLocalEmbedder({ cacheDir: folder, threads: 1, log: { warn: (_, message) => void told.push(message) } });
  const [before] = await fragile.embed(['the same words'], { kind: 'passage' });
  const texts = Array.from({ length: 30 }, () => 'A sentence of a handbook. '.repeat(40));
  const others = modelProcesses(folder);
  const work = fragile.embed([...texts, 'the same words'], { kind: 'passage' });
  for (const pid of others) process.kill(pid, 'SIGKILL');
  expect((await work).at(-1)).toEqual(before);
  expect(told).toContain('the process of the local embedding model ended; it is started again');
  await fragile.close();
});

describe('the derived graph', () => {
  it('is kept, and made anew when the file is another', async () => {
    const [file = ''] = readdirSync(folder);
    const path = join(folder, file);
    const right = readFileSync(path);
    writeFileSync(path, right.subarray(0, 1000));
    const other = createLocalEmbedder({ cacheDir: folder });
    await other.embed(['a'], { kind: 'passage' });
    await other.close();
    expect(readFileSync(path).equals(right)).toBe(true);
    expect(readdirSync(folder)).toEqual([file]);
  });

  it('needs no folder that can be written', async () => {
    const other = createLocalEmbedder({ cacheDir: '/dev/null/nowhere' });
    await expect(other.embed(['a'], { kind: 'passage' })).resolves.toHaveLength(1);
    await other.close();
  });
});

it('ends with close', async () => {
  const closed = createLocalEmbedder({ cacheDir: folder });
  const working = closed.embed(['a'], { kind: 'passage' });
  await closed.close();
  await expect(working).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  await expect(closed.embed(['b'], { kind: 'passage' })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
});
