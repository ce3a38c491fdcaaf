import { Worker } from 'node:worker_threads';
import type { Batch } from './batch-buffer.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import type { EngineData, FromEngine, ToEngine } from './thread-messages.ts';
import { workerUrl } from './worker-url.ts';

/** How long a running statement may hold up the close. Ending the thread then is like a crash, which loses nothing. */
const shutdownTimeoutMs = 10_000;

type Ready = Extract<FromEngine, { type: 'ready' }>;

interface Waiter {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

export interface EngineThreadOptions extends EngineData {
  readonly onNotification: (channel: string, bytes: Buffer) => void;
}

/** The engine's thread seen from the main one. A connection has one request in flight at a time. */
export class EngineThread {
  readonly serverVersion: string;
  /** Whether Postgres's syncs reach this folder's files. */
  readonly syncs: boolean;
  /** Resolves when the engine can run nothing any more although nobody closed it. */
  readonly died: Promise<Error>;
  readonly #worker: Worker;
  readonly #waiters = new Map<number, Waiter>();
  #over: Error | undefined;

  private constructor(worker: Worker, ready: Ready, options: EngineThreadOptions) {
    this.#worker = worker;
    this.serverVersion = ready.serverVersion;
    this.syncs = ready.syncs;
    const { promise, resolve } = Promise.withResolvers<Error>();
    this.died = promise;
    worker.on('message', (message: FromEngine) => {
      if (message.type === 'reply') this.#settle(message.connection, asBuffer(message.bytes));
      else if (message.type === 'notification') options.onNotification(message.channel, asBuffer(message.bytes));
      else if (message.type === 'fatal') this.#end(stopped(message.reason), resolve);
    });
    worker.on('error', (error) => this.#end(stopped(String(error)), resolve));
    worker.on('exit', (code) => this.#end(stopped(`its thread ended (${code})`), resolve));
  }

  /** Rejects with Postgres's reason when the folder's database does not open. */
  static async start(options: EngineThreadOptions): Promise<EngineThread> {
    const { folder, durable, gateTimeoutMs } = options;
    const worker = startWorker({ folder, durable, gateTimeoutMs });
    try {
      const ready = (await firstMessage(worker)) as Ready;
      return new EngineThread(worker, ready, options);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  /** Why nothing can be run any more. */
  get over(): Error | undefined {
    return this.#over;
  }

  /** Begins a connection. Resolves with nothing, or with an ErrorResponse when its settings are not to be had. */
  open(connection: number, settingsSql: string): Promise<Buffer> {
    return this.#ask(connection, { type: 'open', connection, settingsSql });
  }

  run(connection: number, batch: Batch, stillListening?: readonly string[]): Promise<Buffer> {
    return this.#ask(connection, { type: 'run', connection, ...batch, stillListening }, [batch.bytes.buffer]);
  }

  /** Ends a connection; what it has in flight is not answered any more. */
  close(connection: number, statements: readonly string[]): void {
    this.#waiters.delete(connection);
    if (this.#over === undefined) this.#send({ type: 'close', connection, statements });
  }

  /** Lets the running batch end, refuses those that wait and closes the database. */
  async shutDown(): Promise<void> {
    if (this.#over !== undefined) return;
    this.#over = new EmbeddedDatabaseError('DATABASE_CLOSED', 'embedded database is closed');
    const closed = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: FromEngine) => message.type === 'closed' && resolve());
      this.#worker.once('exit', () => resolve());
      setTimeout(resolve, shutdownTimeoutMs).unref();
    });
    this.#send({ type: 'shutdown' });
    await closed;
    await this.#worker.terminate();
    this.#rejectAll(this.#over);
  }

  #ask(connection: number, message: ToEngine, transfer: readonly ArrayBuffer[] = []): Promise<Buffer> {
    if (this.#over !== undefined) return Promise.reject(this.#over);
    return new Promise((resolve, reject) => {
      this.#waiters.set(connection, { resolve, reject });
      this.#send(message, transfer);
    });
  }

  #send(message: ToEngine, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  #settle(connection: number, bytes: Buffer): void {
    const waiter = this.#waiters.get(connection);
    this.#waiters.delete(connection);
    waiter?.resolve(bytes);
  }

  #end(error: Error, died: (error: Error) => void): void {
    if (this.#over !== undefined) return;
    this.#over = error;
    this.#rejectAll(error);
    died(error);
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#waiters.values()) reject(error);
    this.#waiters.clear();
  }
}

function startWorker(workerData: EngineData): Worker {
  // Postgres's own limit for its stack has to be reached before the thread's.
  return new Worker(workerUrl('engine-worker'), { workerData, resourceLimits: { stackSizeMb: 8 } });
}

function firstMessage(worker: Worker): Promise<FromEngine> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`its thread ended (${code})`)));
    worker.once('message', (message: FromEngine) => {
      if (message.type === 'failed') reject(new Error(message.reason));
      else resolve(message);
    });
  });
}

function stopped(reason: string): Error {
  return new EmbeddedDatabaseError('DATABASE_STOPPED', `embedded database stopped: ${reason}`);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
