// Needs CAIRN_TEST_DATABASE_URL and CAIRN_TEST_REDIS_URL.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportMany, importMany } from './volume.ts';
import { createVolumeScene } from './volume-scene.ts';
import type { VolumeScene } from './volume-scene.ts';

const lines = 60_000;
const mebibyte = 1_048_576;
/** Of each line, so that what is moved is far more than what may be held. */
const padding = 5000;
/** What the process may hold more than before: buffers, and what its collector has not looked at yet. */
const most = 250 * mebibyte;

let scene: VolumeScene;
beforeAll(async () => {
  scene = await createVolumeScene();
});
afterAll(() => scene.remove());

test('many memories go in and come out in one request each, as they were and in bounded memory', async () => {
  const { caller, pid } = scene;
  // What the process takes to begin with is no memory of what it moves.
  await importMany(caller, { pid, from: -2000, to: 0, padding });
  await exportMany(caller, { pid });
  const into = await importMany(caller, { pid, from: 0, to: lines, padding });
  expect(into.bytes).toBeGreaterThan(1.1 * most);
  const out = await exportMany(caller, { pid, after: 2000 });
  expect([out.lines, out.digest]).toEqual([lines, into.digest]);
  expect(into.memory.peak - into.memory.before).toBeLessThan(most);
  expect(out.memory.peak - into.memory.before).toBeLessThan(most);
}, 240_000);
