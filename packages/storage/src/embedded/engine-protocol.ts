/** What the main thread and the engine's thread say to one another. */

export interface EngineOptions {
  readonly folder: string;
  /** Acknowledged means on the disk. */
  readonly durable: boolean;
}

export type EngineRequest =
  | {
      readonly id: number;
      readonly kind: 'run';
      /** Brings the session into the state that the batch expects; when it fails the batch does not run. */
      readonly settings: Uint8Array | undefined;
      readonly batch: Uint8Array;
    }
  | { readonly id: number; readonly kind: 'close' };

export type EngineReply =
  | { readonly kind: 'ready'; readonly serverVersion: string; readonly syncs: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly id: number; readonly kind: 'done'; readonly output: Uint8Array; readonly settingsFailed: boolean }
  | { readonly id: number; readonly kind: 'closed' }
  | { readonly id: number; readonly kind: 'error'; readonly message: string };
