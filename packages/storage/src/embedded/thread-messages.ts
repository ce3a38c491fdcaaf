import type { Batch } from './batch-buffer.ts';

/** Where a thread works. */
export interface FolderData {
  readonly folder: string;
  /** Whether what is answered is on the disk. */
  readonly durable: boolean;
}

/** What the engine's thread is started with; the folder holds a complete database. */
export interface EngineData extends FolderData {
  readonly gateTimeoutMs: number;
}

export type ToEngine =
  | { readonly type: 'open'; readonly connection: number; readonly settingsSql: string }
  | (Batch & {
      readonly type: 'run';
      readonly connection: number;
      /** Set when the batch holds an UNLISTEN: the channels that connections go on listening to. */
      readonly stillListening?: readonly string[] | undefined;
    })
  | { readonly type: 'close'; readonly connection: number; readonly statements: readonly string[] }
  | { readonly type: 'shutdown' };

export type FromEngine =
  | { readonly type: 'ready'; readonly serverVersion: string; readonly syncs: boolean }
  | { readonly type: 'failed'; readonly reason: string }
  /** Answers one `open` (no bytes when all is well) or one `run`. */
  | { readonly type: 'reply'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly type: 'notification'; readonly channel: string; readonly bytes: Uint8Array }
  /** Nothing can be run any more; the thread ends by itself. */
  | { readonly type: 'fatal'; readonly reason: string }
  | { readonly type: 'closed' };
