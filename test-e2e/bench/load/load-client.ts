import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadOrder, LoadReport, LoadResult } from './load-job.ts';

/** What is read around the measured part of a load. */
export interface Watch<Reading> {
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<Reading>;
}

/** Sends loads from a process of its own, so that what sending costs is not counted to anybody measured. */
export class LoadClient {
  readonly #process: ChildProcess;

  constructor() {
    this.#process = fork(fileURLToPath(new URL('../send-load.ts', import.meta.url)), {
      execArgv: ['--conditions=@cairn/source'],
      serialization: 'advanced',
    });
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  async run<Reading>(job: LoadJob, watch: Watch<Reading>): Promise<{ result: LoadResult; reading: Reading }> {
    this.#tell({ kind: 'job', job });
    const warm = await this.#hear();
    if (warm.kind !== 'warm') throw new Error(warm.kind === 'broken' ? warm.reason : 'a load ended before it began');
    await watch.begin();
    this.#tell({ kind: 'go' });
    const report = await this.#hear();
    if (report.kind !== 'done') throw new Error(report.kind === 'broken' ? report.reason : 'a load began twice');
    return { result: report.result, reading: await watch.end() };
  }

  close(): void {
    this.#process.disconnect();
  }

  #tell(order: LoadOrder): void {
    this.#process.send(order);
  }

  async #hear(): Promise<LoadReport> {
    const exit = new AbortController();
    const exited = once(this.#process, 'exit', { signal: exit.signal }).then(() => {
      throw new Error('the process that sends the load ended');
    });
    exited.catch(() => undefined);
    try {
      const [report] = (await Promise.race([once(this.#process, 'message'), exited])) as [LoadReport];
      return report;
    } finally {
      exit.abort();
    }
  }
}

/** For a load of which only the answers matter. */
export const unwatched: Watch<undefined> = { begin: async () => undefined, end: async () => undefined };
