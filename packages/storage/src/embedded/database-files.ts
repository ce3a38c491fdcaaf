import fs from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';
import { announceChanges, type Operations } from './log-order.ts';
import { LogSync } from './log-sync.ts';

type InitOptions = Parameters<NodeFS['init']>[1];

/** An open file as PGlite's NODEFS keeps it. */
interface OpenFile {
  readonly path?: string;
  /** Node's file descriptor. */
  readonly nfd?: number;
}

/** NODEFS inside PGlite's module; not part of its public types. */
interface NodeFileSystem {
  readonly node_ops: Operations;
  readonly stream_ops: Operations;
}

interface ModuleWithNodeFs {
  readonly FS: { readonly filesystems: { readonly NODEFS: NodeFileSystem } };
}

const logFile = /\/pg_wal\/[0-9A-F]{24}$/;

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
  readonly #log = new LogSync();
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

  /** From here on commits wait for `settle`. */
  postponeCommits(): void {
    this.#log.postpones = true;
  }

  /** Whether a commit that the engine has made is not on the disk yet. */
  get unsettled(): boolean {
    return this.#log.unsettled;
  }

  /** Brings all commits to the disk. */
  settle(): void {
    if (!this.#log.unsettled) return;
    this.#orFail(() => this.#log.settle());
  }

  override async init(engine: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const hook: NonNullable<InitOptions['preRun']>[number] = (module) => {
      this.#install((module as unknown as ModuleWithNodeFs).FS.filesystems.NODEFS);
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }

  #install({ node_ops: nodes, stream_ops: files }: NodeFileSystem): void {
    const settleBefore = (name: string, target: unknown): void => {
      // The log itself goes on being written.
      if (this.unsettled && !(name === 'write' && isLogFile(target as OpenFile))) this.settle();
    };
    announceChanges(nodes, settleBefore);
    announceChanges(files, settleBefore);
    files['fsync'] = (file) => this.#sync(file as OpenFile);
  }

  #sync(file: OpenFile): number {
    this.#syncs += 1;
    const isLog = isLogFile(file);
    if (isLog) this.#countSegment(file.path);
    const { nfd } = file;
    if (!this.#options.durable || nfd === undefined) return 0;
    if (!isLog) this.settle();
    this.#orFail(() => (isLog ? this.#log.ask(nfd) : fs.fsyncSync(nfd)));
    return 0;
  }

  #countSegment(path: string | undefined): void {
    if (path === this.#lastSegment) return;
    this.#lastSegment = path;
    this.#segments += 1;
  }

  #orFail(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onSyncFailure(error);
    }
  }
}

function isLogFile({ path }: OpenFile): boolean {
  return path !== undefined && logFile.test(path);
}
