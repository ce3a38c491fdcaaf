import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { CairnError, type Embedder, type EmbedOptions } from '@cairn/core';
import { withQueryCache } from '../embedding/query-cache.ts';
import { type Batch, BatchQueue, grouped } from './batch-queue.ts';
import type { EncoderOptions } from './encoder.ts';
import { missingPart } from './model-files.ts';
import { ModelProcess, ModelUnable } from './model-process.ts';

export interface LocalEmbedderOptions {
  /** Where the quantised graph is kept (23 MB, derived again when it is missing). Default `~/.cache/cairn`. */
  readonly cacheDir?: string | undefined;
  /** Processor cores for one text. Default half of the machine's, 1 to 4. */
  readonly threads?: number | undefined;
  /** Told once when the model cannot run on this machine, and each time its process ended by itself. */
  readonly log?: { warn(fields: object, message: string): void } | undefined;
}

export interface LocalEmbedder extends Embedder {
  /** `unable`: the model cannot run on this machine, so that every call fails; known at once or from the first call on. */
  readonly state: 'idle' | 'running' | 'unable';
  /** Ends the process; calls under way and later ones reject. */
  close(): Promise<void>;
}

/** Version of how the graph is derived and texts are cut; vectors of another version are not comparable. */
const modelId = 'local/all-MiniLM-L6-v2/int8/1';

/**
 * all-MiniLM-L6-v2 (384 dimensions, 256 tokens, English), quantised, in a process of its own that starts with the first call and
 * keeps no program from ending. Queries come before passages that wait; a query embedded lately is not embedded again. A process
 * that dies is replaced: the batch it had is tried once more.
 */
export function createLocalEmbedder({ cacheDir, threads, log }: LocalEmbedderOptions = {}): LocalEmbedder {
  const runner = new ModelRunner(
    {
      cacheDir: cacheDir ?? join(homedir(), '.cache', 'cairn'),
      threads: threads ?? Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2))),
    },
    log,
  );
  const embedder = withQueryCache({ modelId, embed: (texts, options) => runner.embed(texts, options) });
  return {
    ...embedder,
    get state() {
      return runner.state;
    },
    close: async () => runner.close(),
  };
}

class ModelRunner {
  readonly #options: EncoderOptions;
  readonly #log: LocalEmbedderOptions['log'];
  readonly #queue = new BatchQueue();
  #process: ModelProcess | undefined;
  #isWorking = false;
  /** Why no call will ever succeed. */
  #end: Error | undefined;

  constructor(options: EncoderOptions, log: LocalEmbedderOptions['log']) {
    this.#options = options;
    this.#log = log;
    const missing = missingPart();
    if (missing !== undefined) this.#tell(new ModelUnable(missing));
  }

  get state(): LocalEmbedder['state'] {
    if (this.#end instanceof ModelUnable) return 'unable';
    return this.#process?.isAlive ? 'running' : 'idle';
  }

  async embed(texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    aborted.catch(() => {});
    const onAbort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    let isOver = false;
    const batches = grouped(texts).map((group) => this.#enqueue(group, kind, () => isOver));
    try {
      return (await Promise.race([Promise.all(batches), aborted])).flat();
    } finally {
      isOver = true;
      signal?.removeEventListener('abort', onAbort);
    }
  }

  close(): void {
    this.#end = new Error('the model is closed');
    this.#process?.stop();
  }

  #enqueue(texts: readonly string[], kind: EmbedOptions['kind'], isGone: () => boolean): Promise<readonly Float32Array[]> {
    return new Promise((done, failed) => {
      this.#queue.add(kind, { texts, done, failed, isGone });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let batch = this.#queue.next(); batch; batch = this.#queue.next()) await this.#embed(batch);
    this.#isWorking = false;
  }

  async #embed({ texts, done, failed }: Batch): Promise<void> {
    try {
      done(await this.#attempt(texts).catch(() => this.#attempt(texts)));
    } catch (error) {
      failed(new CairnError('MODEL_UNAVAILABLE', { cause: error }));
    }
  }

  async #attempt(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (this.#end) throw this.#end;
    if (!this.#process?.isAlive) this.#process = new ModelProcess(this.#options);
    try {
      return await this.#process.embed(texts);
    } catch (error) {
      this.#process.stop();
      if (!this.#end) this.#tell(error);
      throw error;
    }
  }

  #tell(error: unknown): void {
    if (error instanceof ModelUnable) {
      this.#end = error;
      this.#log?.warn({ err: error }, 'the local embedding model cannot run on this machine; search is lexical only');
    } else {
      this.#log?.warn({ err: error }, 'the process of the local embedding model ended; it is started again');
    }
  }
}
