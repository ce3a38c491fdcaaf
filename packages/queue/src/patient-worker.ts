import { Worker } from 'bullmq';
import type { IQueueBackend, Job, JobProgress } from 'bullmq';
import { bounded, pause } from './bounded.ts';
import type { CarrierConnection } from './carrier.ts';
import type { FaultLog } from './fault-log.ts';

const shortestPause = 250;
const longestPause = 5000;

const late = (): Error => new Error('too late');

/**
 * BullMQ's worker asks for the next job again at once when asking failed (unless the connection was refused): a database that
 * restarts, or a Redis that is loading or read-only, is met by thousands of questions a second. This one waits in between.
 */
export class PatientWorker extends Worker<unknown, void, string, IQueueBackend, JobProgress, CarrierConnection> {
  #faults: FaultLog | undefined;
  #pause = shortestPause;
  readonly #stopped = new AbortController();

  /** Reports every error of this worker to `faults`. To be called before it runs. */
  watch(faults: FaultLog): this {
    this.#faults = faults;
    return this.on('error', (error) => this.closing === undefined && faults.report(error));
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job<unknown, void>> {
    try {
      const job = await super.moveToActive(token, name);
      this.#pause = shortestPause;
      this.#faults?.recovered();
      return job;
    } catch (error) {
      await pause(this.#pause, this.#stopped.signal);
      this.#pause = Math.min(this.#pause * 2, longestPause);
      throw error;
    }
  }

  /** Closes in order, or lets go of everything when that takes longer than `ms`: it hangs while Redis is not there. Never rejects. */
  async end(ms: number): Promise<void> {
    try {
      await bounded(this.close(), ms, late);
    } catch {
      await this.lockManager.close();
      this.backend.close(true).catch(() => undefined);
      await bounded(this.disconnect(), 500, late).catch(() => undefined);
    }
  }

  override close(force?: boolean): Promise<void> {
    this.#stopped.abort();
    return super.close(force);
  }
}
