import type { PageMark, Walk } from '@cairn/core';
import type { PersonActor } from './ports.ts';

/** What was destroyed with a project, counted in the transaction that destroyed it. */
export interface Erasure {
  readonly projectId: string;
  readonly projectName: string;
  readonly workspaceId: string;
  /** Rows by table; tables that held none are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows by table of what stays: the audit, which names ids and holds no content. */
  readonly kept: Readonly<Record<string, number>>;
  readonly originals: { readonly count: number; readonly bytes: number };
  readonly vectors: { readonly passages: number; readonly memories: number };
  /** Of the credentials that died with it: what other stores know it by. */
  readonly credentialIds: readonly string[];
}

/** The same as it is kept in the audit of the workspace, or of the person whose own workspace it was in. */
export interface ErasureReceipt extends Omit<Erasure, 'credentialIds'>, PageMark {
  /** The person. */
  readonly erasedBy: string | null;
  /** Keys that were removed from Redis; null when it was not asked or did not answer: then they lapse within the hour. */
  readonly redisKeys: number | null;
}

/** Receipts of deleted projects, which the audit keeps. */
export interface ErasureRepository {
  /** Adds to the receipt what was removed from Redis. */
  noteRedisKeys(actor: PersonActor, erasure: Pick<Erasure, 'projectId' | 'workspaceId'>, keys: number): Promise<void>;
  /** Receipts of what the person deleted, and of the workspaces that the person may delete projects of; newest first. */
  receipts(userId: string, walk: Walk): Promise<readonly ErasureReceipt[]>;
  /** Undefined when there is none that the person may see. */
  receipt(userId: string, projectId: string): Promise<ErasureReceipt | undefined>;
}
