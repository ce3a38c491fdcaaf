import { cpus, loadavg } from 'node:os';
import type { Environment } from '../report/report.ts';

/** Notes where and how this run is measured; the result is read at its end. */
export function readEnvironment(postgres: string): () => Environment {
  const date = new Date().toISOString();
  const loadBefore = minuteLoad();
  return () => ({
    date,
    command: ['node', '--conditions=@cairn/source', 'test-e2e/bench/main.ts', ...process.argv.slice(2)].join(' '),
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
    postgres,
    load: [loadBefore, minuteLoad()],
  });
}

const minuteLoad = (): number => loadavg()[0] ?? 0;
