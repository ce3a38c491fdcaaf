import { CairnError, LeaseCache, type Clock } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session, Statement } from '../database/session.ts';
import { versionRing, type KeyRing } from './key-ring.ts';
import { reigns } from './installation.ts';
import { lacksTheKey, type MasterKeys } from './master-keys.ts';
import { newKey, open, seal } from './seal.ts';
import { subkey } from './term-hash.ts';

/** The keys of one project. */
export interface ProjectKey extends IndexKeys {
  /** Seals content, and opens what each version of the data key sealed that is still there. */
  readonly seal: KeyRing;
}

/** Keys of hashes. They stay when the data key is replaced: hashes cannot be made anew from sealed rows alone. */
export interface IndexKeys {
  /** Hashes index terms. */
  readonly terms: Uint8Array;
  /** Hashes labels of metadata. */
  readonly labels: Uint8Array;
  /** Makes ids of imported memories. */
  readonly importIds: Uint8Array;
  /** Digests originals. */
  readonly digest: Uint8Array;
  /** Makes what stands for secrets of actions. */
  readonly commitment: Uint8Array;
}

/** Data keys of projects, unwrapped with the master key and kept in memory for a short while. */
export interface ProjectKeys {
  /** Synchronous when it was used lately. @throws NOT_FOUND when the project is gone and with it its key, STORE_UNAVAILABLE without the master key */
  of(session: Session, projectId: string): ProjectKey | Promise<ProjectKey>;
  /** Makes and stores the key of a new project. */
  create(trx: Transaction<Schema>, projectId: string): Promise<void>;
  /**
   * Resolves when no process has a key in use any more that was destroyed before this call. Call it after the transaction and before
   * the answer.
   */
  settle(): Promise<void>;
}

export interface ProjectKeyOptions {
  /**
   * Milliseconds that a process may use a key after it asked for it; every process over one database must use the same. Default
   * 500.
   */
  readonly leaseMs?: number;
  readonly now?: Clock;
}

const maxKept = 10_000;
export const keyLeaseMs = 500;
/** Clocks of different machines run apart by far less over one lease. */
const marginMs = 10;

/** `version` 0 holds the keys of hashes once the data key was replaced; before that they are made from version 1. */
export const indexVersion = 0;

const statement: Statement = { name: 'project_keys', text: 'select * from cairn.read_project_keys($1)' };

interface KeyRow {
  readonly version: number;
  readonly wrapped: Uint8Array;
  /** Milliseconds until it seals; negative: it does. */
  readonly begins_in_ms: number;
}

export function createProjectKeys(masters: MasterKeys, options: ProjectKeyOptions = {}): ProjectKeys {
  const { leaseMs = keyLeaseMs, now = () => performance.now() } = options;
  const kept = new LeaseCache<ProjectKey, 'gone'>({ leaseMs, now, maxEntries: maxKept });
  const wrapping = masters.ring('wrap');

  async function load(session: Session, projectId: string): Promise<ProjectKey | 'gone'> {
    const askedAt = now();
    const rows = await session.run<KeyRow>(statement, [projectId]);
    if (rows.length === 0) return 'gone';
    try {
      return ringOf(projectId, rows, askedAt);
    } catch (error) {
      await requireReign(session, masters);
      throw error;
    }
  }

  function ringOf(projectId: string, rows: readonly KeyRow[], askedAt: number): ProjectKey {
    const opened = rows.map((row) => ({ ...row, key: open(wrapping, keyPlace(projectId, row.version), row.wrapped) }));
    const dataKeys = opened.filter(({ version }) => version !== indexVersion);
    const bundle = opened.find(({ version }) => version === indexVersion);
    const versions = dataKeys.map(({ version, key, begins_in_ms: wait }) => ({ version, key: sealKeyOf(key), from: askedAt + wait }));
    const first = dataKeys[0] as { readonly key: Uint8Array };
    return { seal: versionRing(versions, now), ...(bundle ? unbundle(bundle.key) : indexKeysOf(first.key)) };
  }

  // A query that others wait for too may itself wait for the connection that a transaction holds: a transaction asks for itself.
  const leased = (session: Session, projectId: string) => kept.get(projectId, () => load(session, projectId));

  return {
    of: (session, projectId) =>
      kept.peek(projectId) ?? there(session.inTransaction ? load(session, projectId) : leased(session, projectId)),
    async create(trx, projectId) {
      const wrapped = seal(await masters.reigning(trx, 'wrap'), keyPlace(projectId, 1), newKey());
      await trx.insertInto('project_keys').values({ project_id: projectId, version: 1, wrapped }).execute();
    },
    async settle() {
      kept.endLeases();
      await new Promise((resolve) => setTimeout(resolve, leaseMs + marginMs));
    },
  };
}

async function requireReign(session: Session, masters: MasterKeys): Promise<void> {
  if (!(await reigns(session, masters))) throw lacksTheKey();
}

async function there(loading: Promise<ProjectKey | 'gone'>): Promise<ProjectKey> {
  const key = await loading;
  if (key !== 'gone') return key;
  throw new CairnError('NOT_FOUND', { message: 'this project does not exist any more' });
}

/** What a wrapped key is bound to. */
export const keyPlace = (projectId: string, version: number): string =>
  version === 1 ? `project_keys:${projectId}` : `project_keys:${projectId}:${version}`;

/** What seals, of a data key. */
const sealKeyOf = (dataKey: Uint8Array): Uint8Array => subkey(dataKey, 'cairn seal v1');

export const indexKeysOf = (dataKey: Uint8Array): IndexKeys => ({
  terms: subkey(dataKey, 'cairn terms v1'),
  labels: subkey(dataKey, 'cairn labels v1'),
  importIds: subkey(dataKey, 'cairn import ids v1'),
  digest: subkey(dataKey, 'cairn digest v1'),
  commitment: subkey(dataKey, 'cairn commitment v1'),
});

/** The keys of hashes one after another; the data key that they were made from cannot be told from them. */
export const bundleOf = ({ terms, labels, importIds, digest, commitment }: IndexKeys): Buffer =>
  Buffer.concat([terms, labels, importIds, digest, commitment]);

function unbundle(bytes: Buffer): IndexKeys {
  const at = (place: number): Buffer => bytes.subarray(place * 32, place * 32 + 32);
  return { terms: at(0), labels: at(1), importIds: at(2), digest: at(3), commitment: at(4) };
}
