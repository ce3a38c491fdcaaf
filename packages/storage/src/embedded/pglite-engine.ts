import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { findError } from './backend-reply.ts';
import { DatabaseFiles } from './database-files.ts';
import { startParams } from './engine-settings.ts';
import { errorField } from './server-messages.ts';
import { query } from './wire-messages.ts';

/** Status of the exception by which an ordinary SQL error leaves Postgres's main loop. */
const sqlErrorStatus = 100;

/** Runs one message of the client. */
const mainLoop = '_PostgresMainLoopOnce';

export interface EngineOptions {
  readonly folder: string;
  readonly durable: boolean;
  /** The engine cannot go on; ends the thread. */
  readonly onFatal: (reason: string) => never;
}

interface OpenedEngine {
  readonly pglite: PGlite;
  readonly files: DatabaseFiles;
  readonly lastWords: LastWords;
  readonly serverVersion: string;
}

/** Postgres inside PGlite: wire-protocol bytes in, wire-protocol bytes out, one call at a time. */
export class PgliteEngine {
  readonly files: DatabaseFiles;
  /** As a server says it, e.g. `18.6`. */
  readonly serverVersion: string;
  readonly #pglite: PGlite;
  readonly #lastWords: LastWords;
  #chunks: Uint8Array<ArrayBuffer>[] = [];

  private constructor({ pglite, files, lastWords, serverVersion }: OpenedEngine) {
    this.#pglite = pglite;
    this.files = files;
    this.#lastWords = lastWords;
    this.serverVersion = serverVersion;
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
    const engine = new PgliteEngine({ pglite, files, lastWords, serverVersion: await serverVersionOf(pglite) });
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
  query(sql: string): void {
    const error = findError(this.run(query(sql)));
    if (error !== undefined) throw new Error(errorField(error, 'M'));
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
    const runOnce = module[mainLoop].bind(module);
    module[mainLoop] = () => {
      try {
        runOnce();
      } catch (error) {
        if ((error as { status?: number } | undefined)?.status === sqlErrorStatus) throw error;
        onFatal(this.#lastWords.said ?? String(error));
      }
    };
  }
}

async function serverVersionOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  return rows[0]?.version.split(' ')[0] ?? '';
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
