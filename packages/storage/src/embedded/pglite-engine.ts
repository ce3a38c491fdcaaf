import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { findError } from './backend-reply.ts';
import { DatabaseFiles } from './database-files.ts';
import { startParams } from './engine-settings.ts';
import { query } from './wire-messages.ts';

/** Status of the exception by which an ordinary SQL error leaves Postgres's main loop. */
const sqlErrorStatus = 100;

export interface EngineOptions {
  readonly folder: string;
  readonly durable: boolean;
  /** The engine cannot go on; ends the thread. */
  onFatal(reason: string): never;
}

/** Postgres inside PGlite: wire-protocol bytes in, wire-protocol bytes out, one call at a time. */
export class PgliteEngine {
  readonly files: DatabaseFiles;
  readonly #pglite: PGlite;
  readonly #lastWords: LastWords;
  #chunks: Uint8Array<ArrayBuffer>[] = [];

  private constructor(pglite: PGlite, files: DatabaseFiles, lastWords: LastWords) {
    this.#pglite = pglite;
    this.files = files;
    this.#lastWords = lastWords;
  }

  /** Opens the folder's database and makes it if there is none. Rejects with Postgres's reason in one line. */
  static async open({ folder, durable, onFatal }: EngineOptions): Promise<PgliteEngine> {
    const lastWords = new LastWords();
    const onSyncFailure = (error: unknown) => onFatal(`the disk does not take what is written: ${String(error)}`);
    const files = new DatabaseFiles(folder, { durable, onSyncFailure });
    const pglite = new PGlite({
      fs: files,
      extensions: { vector },
      startParams: startParams(),
      onStderr: (line) => lastWords.hear(line),
    });
    try {
      await pglite.waitReady;
    } catch (error) {
      throw new Error(lastWords.said ?? String(error), { cause: error });
    }
    const engine = new PgliteEngine(pglite, files, lastWords);
    await engine.#collectOutput();
    engine.#endOnFatal(onFatal);
    return engine;
  }

  /** Runs whole messages. The bytes returned are the caller's to move to another thread. */
  run(messages: Uint8Array): Buffer<ArrayBuffer> {
    this.#chunks = [];
    this.#pglite.execProtocolRawSync(messages);
    const [first, ...more] = this.#chunks;
    this.#chunks = [];
    if (first === undefined) return Buffer.from(new ArrayBuffer(0));
    if (more.length === 0) return Buffer.from(first.buffer);
    return joined([first, ...more]);
  }

  /** Runs SQL of this folder's own. @throws when Postgres answers with an error. */
  query(sql: string): Buffer {
    const reply = this.run(query(sql));
    const error = findError(reply);
    if (error !== undefined) throw new Error(error.toString('utf8').replaceAll('\0', ' '));
    return reply;
  }

  /** Checkpoints and closes; the folder is then as after a clean shutdown. */
  async close(): Promise<void> {
    await this.#pglite.close();
  }

  /** PGlite's other ways parse every message and keep it for ever; this one hands the bytes on. It stays in force. */
  async #collectOutput(): Promise<void> {
    await this.#pglite.execProtocolRawStream(query('SELECT 1'), {
      syncToFs: false,
      onRawData: (bytes) => this.#chunks.push(bytes.slice()),
    });
  }

  /** PGlite swallows all exceptions of the main loop and calls it again, for ever once Postgres has exited. */
  #endOnFatal(onFatal: (reason: string) => never): void {
    const module = this.#pglite.Module;
    const runOnce = module._PostgresMainLoopOnce.bind(module);
    module._PostgresMainLoopOnce = () => {
      try {
        runOnce();
      } catch (error) {
        if ((error as { status?: number } | undefined)?.status === sqlErrorStatus) throw error;
        onFatal(this.#lastWords.said ?? String(error));
      }
    };
  }
}

/** Remembers why Postgres gave up; of its log only the line that says so, for the others may show statements. */
class LastWords {
  said: string | undefined;

  hear(line: string): boolean {
    const [, reason] = /\b(?:FATAL|PANIC):\s+(.*)/.exec(line) ?? [];
    if (reason !== undefined) this.said = reason;
    return false;
  }
}

function joined(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const all = Buffer.from(new ArrayBuffer(chunks.reduce((sum, chunk) => sum + chunk.length, 0)));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
