/**
 * Memories that go in and come out in one request each, through a gateway of its own: seconds, lines a second, and what the process
 * held more than before.
 *
 *     CAIRN_TEST_DATABASE_URL=… CAIRN_TEST_REDIS_URL=… node --conditions=@cairn/source test-e2e/bench/transfer.ts [--lines=1000000] [--padding=100]
 */
import { parseArgs } from 'node:util';
import { exportMany, importMany } from '../memories/volume.ts';
import type { Move } from '../memories/volume.ts';
import { createVolumeScene } from '../memories/volume-scene.ts';

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' }, padding: { type: 'string', default: '100' } } });

const scene = await createVolumeScene();
try {
  const { caller, pid } = scene;
  const into = await importMany(caller, { pid, from: 0, to: Number(values.lines), padding: Number(values.padding) });
  tell('import', into);
  const out = await exportMany(caller, { pid });
  tell('export', out);
  if (out.digest !== into.digest) throw new Error('what came out is not what went in');
} finally {
  await scene.remove();
}

function tell(what: string, { lines, bytes, seconds, memory }: Move): void {
  const mb = (count: number): number => Math.round(count / 1_048_576);
  const told = {
    what,
    lines,
    mb: mb(bytes),
    seconds: Math.round(seconds * 10) / 10,
    lines_per_second: Math.round(lines / seconds),
    rss_before_mb: mb(memory.before),
    rss_peak_mb: mb(memory.peak),
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
