import { Worker } from 'node:worker_threads';
import type { EngineOptions, EngineReply, EngineRequest } from './engine-protocol.ts';

export interface BatchResult {
  readonly output: Buffer;
  /** The settings were refused and the batch did not run; `output` is that refusal. */
  readonly settingsFailed: boolean;
}

/** The embedded Postgres in its thread. */
export interface Engine {
  readonly serverVersion: string;
  /** fsync calls during the durability check; 0 means that acknowledged writes do not survive a power cut. */
  readonly syncs: number;
  run(batch: Uint8Array, settings: Uint8Array | undefined): Promise<BatchResult>;
  /** Resolves when the thread ended although nobody closed it. */
  readonly died: Promise<Error>;
  close(): Promise<void>;
}

// The file has the ending of this one: `.ts` from source, `.js` when built.
const entry = new URL(`./engine-worker${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url);

type Settled = Extract<EngineReply, { readonly id: number }>;

/** @throws what the engine says when it cannot open the folder. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const worker = new Worker(entry, { workerData: options });
  const pending = new Map<number, { resolve: (reply: Settled) => void; reject: (error: Error) => void }>();
  const death = Promise.withResolvers<Error>();
  const opened = Promise.withResolvers<Extract<EngineReply, { readonly kind: 'ready' }>>();
  let gone: Error | undefined;
  let isClosing = false;
  let lastId = 0;

  const end = (error: Error): void => {
    gone ??= error;
    opened.reject(gone);
    for (const { reject } of pending.values()) reject(gone);
    pending.clear();
    if (!isClosing) death.resolve(gone);
  };
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the embedded database ended')));
  worker.on('message', (reply: EngineReply) => {
    if (reply.kind === 'ready') opened.resolve(reply);
    else if (reply.kind === 'failed') opened.reject(new Error(reply.message));
    else {
      pending.get(reply.id)?.resolve(reply);
      pending.delete(reply.id);
    }
  });

  const ask = (request: EngineRequest, transfer: ArrayBuffer[]): Promise<Settled> => {
    if (gone) return Promise.reject(gone);
    return new Promise((resolve, reject) => {
      pending.set(request.id, { resolve, reject });
      worker.postMessage(request, transfer);
    });
  };

  const { serverVersion, syncs } = await opened.promise;
  return {
    serverVersion: serverVersion.split(' ')[0] as string,
    syncs,
    died: death.promise,
    async run(batch, settings) {
      // A copy that can be handed over: the batch may be a view of a buffer that others still use.
      const own = new Uint8Array(batch);
      const reply = await ask({ id: ++lastId, kind: 'run', settings, batch: own }, [own.buffer]);
      if (reply.kind !== 'done') throw new Error(`the embedded database failed: ${reply.kind === 'error' ? reply.message : reply.kind}`);
      const { output, settingsFailed } = reply;
      return { output: Buffer.from(output.buffer, output.byteOffset, output.length), settingsFailed };
    },
    async close() {
      isClosing = true;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      if (gone) return;
      await ask({ id: ++lastId, kind: 'close' }, []);
      await exited;
    },
  };
}
