import { CairnError } from '@cairn/core';
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import { newKey, open, seal } from './seal.ts';
import { subkey } from './term-hash.ts';

/** The keys of one project. */
export interface ProjectKey {
  /** Seals content. */
  readonly seal: Uint8Array;
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
  /** Synchronous when it was used lately. @throws NOT_FOUND when the project is gone and with it its key. */
  of(session: Session, projectId: string): ProjectKey | Promise<ProjectKey>;
  /** Makes and stores the key of a new project. */
  create(trx: Transaction<Schema>, projectId: string): Promise<void>;
  forget(projectId: string): void;
}

const maxKept = 10_000;
/** A destroyed key is out of every process's memory after this long. */
const keptMs = 60_000;

export function createProjectKeys(masterKey: Uint8Array, now: () => number = Date.now): ProjectKeys {
  const kept = new Map<string, { key: ProjectKey; until: number }>();

  async function load(session: Session, projectId: string): Promise<ProjectKey> {
    const row = await session.inProject(projectId, (trx) =>
      trx.selectFrom('project_keys').select('wrapped').where('project_id', '=', projectId).executeTakeFirst(),
    );
    if (!row) throw new CairnError('NOT_FOUND', { message: 'this project does not exist any more' });
    const key = deriveKeys(open(masterKey, place(projectId), row.wrapped));
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
    kept.set(projectId, { key, until: now() + keptMs });
    return key;
  }

  return {
    of(session, projectId) {
      const entry = kept.get(projectId);
      return entry && entry.until > now() ? entry.key : load(session, projectId);
    },
    async create(trx, projectId) {
      const wrapped = seal(masterKey, place(projectId), newKey());
      await trx.insertInto('project_keys').values({ project_id: projectId, wrapped }).execute();
    },
    forget: (projectId) => void kept.delete(projectId),
  };
}

const place = (projectId: string): string => `project_keys:${projectId}`;

function deriveKeys(dataKey: Uint8Array): ProjectKey {
  return {
    seal: subkey(dataKey, 'cairn seal v1'),
    terms: subkey(dataKey, 'cairn terms v1'),
    labels: subkey(dataKey, 'cairn labels v1'),
    importIds: subkey(dataKey, 'cairn import ids v1'),
    digest: subkey(dataKey, 'cairn digest v1'),
    commitment: subkey(dataKey, 'cairn commitment v1'),
  };
}
