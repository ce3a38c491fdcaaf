import { type ChildProcess, fork } from 'node:child_process';
import type { IngestedDocument } from '@cairn/core';
import { DocumentFault } from '../document-fault.ts';
import type { IngestInput } from '../ingest.ts';
import { watchMemory } from './memory-watch.ts';
import type { IngestReply } from './messages.ts';

export interface ReaderLimits {
  /** For one document, from the moment that a process takes it. */
  readonly timeoutMs: number;
  /** Further time for each MiB of the document. Default 0. */
  readonly timeoutMsPerMib?: number;
  /** Heap of one process, in MiB. */
  readonly maxOldGenerationMb: number;
}

/** What a process may hold beside its heap, in MiB: the document, buffers of what is inflated, the program itself. */
const outsideHeapMb = 512;
/** A process that came to hold more than this, in MiB, reads no other document. */
const retiringMb = 384;

/** One process that reads documents one after the other, and is gone after one that it could not bear. */
export class Reader {
  readonly #limits: ReaderLimits;
  readonly #process: ChildProcess;
  #dead = false;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    this.#process = startProcess(limits);
    const onDeath = (): void => {
      this.#dead = true;
    };
    this.#process.on('error', onDeath).on('exit', onDeath);
    holdOpen(this.#process, false);
  }

  /** Whether it takes another document. */
  get isAlive(): boolean {
    return !this.#dead;
  }

  /**
   * One call at a time.
   * @throws DocumentFault when it is the document's fault; any other error when the process could not work.
   */
  read(input: IngestInput, signal?: AbortSignal): Promise<IngestedDocument> {
    const { promise, resolve, reject } = Promise.withResolvers<IngestedDocument>();
    const child = this.#process;
    const endWith = (reason: unknown): void => {
      reject(reason);
      this.stop();
    };
    const onMessage = collect(resolve, reject);
    const onExit = (code: number | null, killer: NodeJS.Signals | null): void => reject(causeOfDeath(code, killer));
    const onAbort = (): void => endWith(signal?.reason);
    const timer = setTimeout(() => endWith(new DocumentFault('parse_timeout')), this.#timeFor(input));
    const mostBytes = (this.#limits.maxOldGenerationMb + outsideHeapMb) * 1_048_576;
    const unwatch = watchMemory(child.pid, mostBytes, () => endWith(new DocumentFault('parse_out_of_memory')));
    child.on('message', onMessage).on('error', reject).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    holdOpen(child, true);
    child.send(input, (error) => error && reject(error));
    return promise.finally(() => {
      clearTimeout(timer);
      // A process keeps what one great document took; the next one is small again.
      if (unwatch() > retiringMb * 1_048_576) this.stop();
      child.off('message', onMessage).off('error', reject).off('exit', onExit);
      signal?.removeEventListener('abort', onAbort);
      holdOpen(child, false);
    });
  }

  #timeFor({ bytes }: IngestInput): number {
    const { timeoutMs, timeoutMsPerMib = 0 } = this.#limits;
    return timeoutMs + (timeoutMsPerMib * bytes.length) / 1_048_576;
  }

  stop(): void {
    this.#dead = true;
    this.#process.kill('SIGKILL');
  }
}

/**
 * A process and not a thread, because a heap that overflows in a thread can take the whole process down. It gets no environment
 * (no secrets) and may neither write files nor start programs. It runs from source or from the build, whichever this file is.
 */
function startProcess({ maxOldGenerationMb }: ReaderLimits): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./reading-process${isSource ? '.ts' : '.js'}`, import.meta.url);
  return fork(entry, [], {
    env: {},
    execArgv: [
      `--max-old-space-size=${maxOldGenerationMb}`,
      '--permission',
      '--allow-fs-read=*',
      ...(isSource ? ['--conditions=@cairn/source'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Whether the process keeps ours from ending. */
function holdOpen(child: ChildProcess, held: boolean): void {
  if (held) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function collect(resolve: (document: IngestedDocument) => void, reject: (reason: DocumentFault) => void): (reply: IngestReply) => void {
  const passages: IngestedDocument['passages'][number][] = [];
  return (reply) => {
    if ('passages' in reply) passages.push(...reply.passages);
    else if ('rest' in reply) resolve({ ...reply.rest, passages });
    else reject(new DocumentFault(reply.fault.code, { message: reply.fault.message }));
  };
}

/** V8 aborts when its heap is full. */
function causeOfDeath(code: number | null, killer: NodeJS.Signals | null): Error {
  if (killer === 'SIGABRT') return new DocumentFault('parse_out_of_memory');
  return new Error(`the process that reads documents ended (${killer ?? `code ${code}`})`);
}
