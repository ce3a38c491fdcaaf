import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDataFolder } from '@cairn/test-kit';
import { freePort } from '../../product/free-port.ts';
import { newAccount } from '../../product/start-product.ts';
import { createRandom, memoryText } from '../data/texts.ts';
import { unwatched, type LoadClient } from '../load/load-client.ts';
import { toolRequest } from '../load/requests.ts';
import { childrenOf, residentMiB } from '../measure/process-cpu.ts';

export interface StandaloneResult {
  /** Seconds from `npm start` (packages are installed) to a ready product, on an empty folder. */
  readonly firstStart: number;
  /** The same on that folder, later; the best of the starts. */
  readonly laterStart: number;
  /** Memory of the product ten seconds after it was ready, with nobody calling. */
  readonly idleMiB: number;
  /** On the embedded store, 16 at once. */
  readonly savesPerSecond: number;
  readonly pagesPerSecond: number;
  /** Memories that there were when the pages were read. */
  readonly memories: number;
}

const launcher = fileURLToPath(new URL('../../../apps/standalone/bin/start.mjs', import.meta.url));
const laterStarts = 3;
const idleMs = 10_000;
const concurrency = 16;

/** Starts the product as a newcomer does, several times, and loads it once. */
export async function measureStandalone(client: LoadClient, { durationMs }: { readonly durationMs: number }): Promise<StandaloneResult> {
  const folder = await createDataFolder();
  const { apiKey } = newAccount();
  const port = await freePort();
  const start = () =>
    startLauncher({
      PORT: String(port),
      CAIRN_DATA_DIR: folder.path,
      CAIRN_BOOTSTRAP_API_KEY: apiKey,
      CAIRN_RATE_LIMIT_FREE: '1000000000',
    });
  try {
    const first = await start();
    await first.stop();
    const later: number[] = [];
    for (let count = 1; count < laterStarts; count += 1) {
      const again = await start();
      later.push(again.seconds);
      await again.stop();
    }
    const last = await start();
    await sleep(idleMs);
    const idleMiB = residentMiB(childrenOf(last.pid)[0] ?? last.pid);
    const throughput = await loadEmbedded(client, { port, key: apiKey, durationMs });
    await last.stop();
    return { firstStart: first.seconds, laterStart: Math.min(...later, last.seconds), idleMiB, ...throughput };
  } finally {
    await folder.remove();
  }
}

async function loadEmbedded(client: LoadClient, { port, key, durationMs }: { port: number; key: string; durationMs: number }) {
  const content = memoryText('what was learnt', createRandom(1));
  const run = async (tool: string, args: object) => {
    const requests = [toolRequest({ route: '/mcp/tools/call', tool, key, args })];
    const { result } = await client.run({ port, requests, concurrency, durationMs, warmUp: { requests, durationMs } }, unwatched);
    if (result.failed > 0) throw new Error(`${result.failed} calls of ${tool} failed on the embedded store`);
    return result;
  };
  const saves = await run('save_memory', { content });
  const pages = await run('get_memories', { limit: 50 });
  return {
    savesPerSecond: saves.succeeded / saves.seconds,
    pagesPerSecond: pages.succeeded / pages.seconds,
    memories: await countMemories(port, key),
  };
}

async function countMemories(port: number, key: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/mcp/tools/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_memories', arguments: { limit: 1 } } }),
  });
  return ((await answer.json()) as { result: { total: number } }).result.total;
}

interface Started {
  readonly seconds: number;
  readonly pid: number;
  stop(): Promise<void>;
}

async function startLauncher(settings: Readonly<Record<string, string>>): Promise<Started> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [launcher], { env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  await untilReady(child, `http://127.0.0.1:${settings['PORT']}/readyz`, () => complaints);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    pid: child.pid as number,
    stop: async () => {
      const exited = once(child, 'exit');
      end();
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, url: string, complaints: () => string): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the product ended before it was ready (${child.exitCode}):\n${complaints()}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(10);
  }
  child.kill('SIGKILL');
  throw new Error('the product was not ready within a minute');
}
