import { setImmediate as turn } from 'node:timers/promises';
import type { IngestedDocument, IngestionClaim } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { textParts, writeParts } from './document-parts.ts';
import { change, heldVersion, lease } from './held-version.ts';
import { changeStats, forgetVersion, insertPostings, termsOf } from './live-index.ts';
import { sealPassage } from './sealed-passage.ts';

/** Passages and parts of one step: small enough that neither the loop nor the embedded engine is held for long. */
const passagesAtOnce = 1000;
const partsAtOnce = 64;

type Step = (trx: Transaction<Schema>) => Promise<unknown>;

/**
 * Writes what was derived from a version in steps that nobody sees, each a transaction under the claim, and then makes the
 * version the live one in a last transaction. A claim that is lost on the way leaves rows that the next claim clears.
 */
export async function publish(session: Session, key: ProjectKey, held: IngestionClaim, document: IngestedDocument): Promise<boolean> {
  for (const step of stagingSteps(key, held, document)) {
    const isHeld = await session.inProject(held.projectId, async (trx) => {
      if (!(await change(heldVersion(trx, held).set({ claim_expires_at: lease })))) return false;
      await step(trx);
      return true;
    });
    if (!isHeld) return false;
    await turn();
  }
  return session.inProject(held.projectId, (trx) => goLive(trx, held, document));
}

function* stagingSteps(key: ProjectKey, held: IngestionClaim, document: IngestedDocument): Generator<Step> {
  yield (trx) => clearStaged(trx, held);
  const place = { projectId: held.projectId, versionId: held.versionId, kind: 'text' } as const;
  const parts = textParts(document.text);
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    yield (trx) => writeParts(trx, key.seal, place, parts.slice(from, from + partsAtOnce));
  }
  for (let from = 0; from < document.passages.length; from += passagesAtOnce) {
    yield (trx) => writePassages(trx, key, { held, from, passages: document.passages.slice(from, from + passagesAtOnce) });
  }
}

/** What an earlier attempt left. */
async function clearStaged(trx: Transaction<Schema>, { projectId, versionId }: IngestionClaim): Promise<void> {
  for (const table of ['postings', 'passages'] as const) {
    await trx.deleteFrom(table).where('project_id', '=', projectId).where('version_id', '=', versionId).execute();
  }
  await trx
    .deleteFrom('document_parts')
    .where('project_id', '=', projectId)
    .where('version_id', '=', versionId)
    .where('kind', '=', 'text')
    .execute();
}

interface Segment {
  readonly held: IngestionClaim;
  /** Ordinal of the first passage. */
  readonly from: number;
  readonly passages: IngestedDocument['passages'];
}

async function writePassages(trx: Transaction<Schema>, key: ProjectKey, { held, from, passages }: Segment): Promise<void> {
  const { projectId, versionId } = held;
  const sealed = passages.map((passage, i) => sealPassage(key.seal, { projectId, versionId, ordinal: from + i }, passage));
  await sql`insert into cairn.passages (project_id, version_id, ordinal, start_at, end_at, sealed)
    select ${projectId}, ${versionId}, p.ordinal, p.start_at, p.end_at, p.sealed
    from unnest(${passages.map((_, i) => from + i)}::int[], ${passages.map((passage) => passage.start)}::int[],
      ${passages.map((passage) => passage.end)}::int[], ${sealed}::bytea[]) as p (ordinal, start_at, end_at, sealed)`.execute(trx);
  await insertPostings(trx, key.terms, { version: held, from, passages: passages.map((passage) => passage.terms) });
}

async function goLive(trx: Transaction<Schema>, held: IngestionClaim, document: IngestedDocument): Promise<boolean> {
  const { projectId, documentId, versionId } = held;
  // The document first, as every other writer does: the same order of locks everywhere.
  const before = await trx
    .selectFrom('documents')
    .select('live_version')
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !(await markReady(trx, held, document))) return false;
  if (before.live_version) await dropVersion(trx, projectId, before.live_version);
  await changeStats(trx, projectId, document.passages.length, termsOf(document.passages.map((passage) => passage.terms)));
  await trx
    .updateTable('documents')
    .set({ live_version: versionId, updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .execute();
  return true;
}

function markReady(trx: Transaction<Schema>, held: IngestionClaim, document: IngestedDocument): Promise<boolean> {
  return change(
    heldVersion(trx, held).set({
      status: 'ready',
      progress: 100,
      characters: document.text.length,
      passages: document.passages.length,
      terms: termsOf(document.passages.map((passage) => passage.terms)),
      warnings: [...document.warnings],
      claim_token: null,
      claim_expires_at: null,
    }),
  );
}

async function dropVersion(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await forgetVersion(trx, projectId, versionId);
  await trx.deleteFrom('document_versions').where('project_id', '=', projectId).where('id', '=', versionId).execute();
}
