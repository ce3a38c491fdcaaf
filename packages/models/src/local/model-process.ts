import { type ChildProcess, fork } from 'node:child_process';
import type { EncoderOptions } from './encoder.ts';
import type { EmbeddingReply } from './messages.ts';

/** The model cannot run here: a new process would not change that. */
export class ModelUnable extends Error {}

/** Longest that a process may take to load, the graph's deriving included, and to embed one batch. */
const loadMs = 60_000;
const batchMs = 30_000;

/** One process that runs the model, for one batch at a time. */
export class ModelProcess {
  readonly #process: ChildProcess;
  readonly #loaded: Promise<void>;
  #isAlive = true;

  constructor(options: EncoderOptions) {
    this.#process = startProcess(options);
    const onDeath = (): void => {
      this.#isAlive = false;
    };
    this.#process.on('error', onDeath).on('exit', onDeath);
    this.#loaded = this.#next(loadMs).then(() => {});
    this.#loaded.catch(() => {});
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** @throws ModelUnable; any other error when the process died or took too long. */
  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    await this.#loaded;
    const answered = this.#next(batchMs);
    this.#process.send({ texts }, (error) => error && this.stop());
    const reply = await answered;
    return reply.kind === 'vectors' ? reply.vectors : [];
  }

  stop(): void {
    this.#isAlive = false;
    this.#process.kill('SIGKILL');
  }

  /** The next reply. While it is awaited the process keeps ours from ending, and only then. */
  #next(timeoutMs: number): Promise<EmbeddingReply> {
    const { promise, resolve, reject } = Promise.withResolvers<EmbeddingReply>();
    const child = this.#process;
    const onMessage = (reply: EmbeddingReply): void => {
      if (reply.kind === 'unable') reject(new ModelUnable(reply.reason));
      else if (reply.kind === 'failed') reject(new Error(reply.reason));
      else resolve(reply);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null): void =>
      reject(new Error(`the process that runs the model ended (${signal ?? `code ${code}`})`));
    const timer = setTimeout(() => {
      reject(new Error(`the model took longer than ${timeoutMs / 1000} seconds`));
      this.stop();
    }, timeoutMs);
    child.on('message', onMessage).on('error', reject).on('exit', onExit);
    holdOpen(child, true);
    return promise.finally(() => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', reject).off('exit', onExit);
      holdOpen(child, false);
    });
  }
}

/** It gets no environment, so no secrets. It runs from source or from the build, whichever this file is. */
function startProcess({ cacheDir, threads }: EncoderOptions): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./embedding-process${isSource ? '.ts' : '.js'}`, import.meta.url);
  return fork(entry, [cacheDir, String(threads)], {
    env: {},
    execArgv: ['--max-old-space-size=512', ...(isSource ? ['--conditions=@cairn/source'] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function holdOpen(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
