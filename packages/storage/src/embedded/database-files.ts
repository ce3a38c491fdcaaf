import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';

type InitOptions = Parameters<NodeFS['init']>[1];

/** An open file as PGlite's NODEFS keeps it. */
interface OpenFile {
  readonly path?: string;
  /** Node's file descriptor. */
  readonly nfd?: number;
}

interface FileOperations {
  fsync?: (file: OpenFile) => number;
}

/** NODEFS inside PGlite's module; not part of its public types. */
interface ModuleWithNodeFs {
  readonly FS: { readonly filesystems: { readonly NODEFS: { readonly stream_ops: FileOperations } } };
}

const walSegment = /\/pg_wal\/[0-9A-F]{24}$/;

export interface DatabaseFilesOptions {
  /** Whether a sync reaches the disk; otherwise it is counted only. */
  readonly durable: boolean;
  /** The disk did not take it: what Postgres believes to be safe is not, so nothing may be answered any more. */
  readonly onSyncFailure: (error: unknown) => never;
}

/**
 * The database's folder, with the one operation that PGlite's NODEFS lacks: without it Postgres's fsync reports success
 * and does nothing, so a power cut loses acknowledged writes. Set before the engine starts, so recovery has it too.
 */
export class DatabaseFiles extends NodeFS {
  readonly #options: DatabaseFilesOptions;
  #syncs = 0;
  #segments = 0;
  #lastSegment: string | undefined;

  constructor(folder: string, options: DatabaseFilesOptions) {
    super(folder);
    this.#options = options;
  }

  /** How often the engine has asked for a sync. */
  get syncs(): number {
    return this.#syncs;
  }

  /** Segments of the write-ahead log (16 MiB each) begun since the last `checkpointed()`. */
  get segments(): number {
    return this.#segments;
  }

  checkpointed(): void {
    this.#segments = 0;
  }

  override async init(engine: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const hook: NonNullable<InitOptions['preRun']>[number] = (module) => {
      const { NODEFS } = (module as unknown as ModuleWithNodeFs).FS.filesystems;
      NODEFS.stream_ops.fsync = (file) => this.#sync(file);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }

  #sync(file: OpenFile): number {
    this.#syncs += 1;
    this.#countSegment(file.path);
    if (!this.#options.durable || file.nfd === undefined) return 0;
    try {
      fs.fsyncSync(file.nfd);
    } catch (error) {
      this.#options.onSyncFailure(error);
    }
    return 0;
  }

  #countSegment(path: string | undefined): void {
    if (path === undefined || path === this.#lastSegment || !walSegment.test(path)) return;
    this.#lastSegment = path;
    this.#segments += 1;
  }
}
