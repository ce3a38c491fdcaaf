import { setImmediate as turn } from 'node:timers/promises';
import type { IndexedBy, IngestedDocument, IngestionClaim } from '@cairn/core';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Session } from '../database/session.ts';
import type { ProjectKey } from '../sealing/project-keys.ts';
import { textParts, writeParts } from './document-parts.ts';
import { change, heldVersion, lease } from './held-version.ts';
import { blockPassages, dropStagedBlocks, joinBlock, lockIndex, sharesBlock, showBlocks, stageBlock } from './index-blocks.ts';
import { changeStats, forgetVersion, termsOf } from './live-index.ts';
import { sealPassage } from './sealed-passage.ts';
import { dropAllVectors, showVectors } from './version-vectors.ts';

/** Parts of one step: small enough that neither the loop nor the embedded engine is held for long. */
const partsAtOnce = 64;

type Step = (trx: Transaction<Schema>) => Promise<unknown>;

export interface Publication {
  readonly held: IngestionClaim;
  readonly document: IngestedDocument;
  readonly by: IndexedBy;
}

/**
 * Writes what was derived from a version in steps that nobody sees, each a transaction under the claim, and then makes the
 * version the live one in a last transaction. A claim that is lost on the way leaves rows that the next claim clears.
 */
export async function publish(session: Session, key: ProjectKey, publication: Publication): Promise<boolean> {
  const { held } = publication;
  for (const step of stagingSteps(key, publication)) {
    const isHeld = await session.inProject(held.projectId, async (trx) => {
      if (!(await change(heldVersion(trx, held).set({ claim_expires_at: lease })))) return false;
      await step(trx);
      return true;
    });
    if (!isHeld) return false;
    await turn();
  }
  return session.inProject(held.projectId, (trx) => goLive(trx, key, publication));
}

function* stagingSteps(key: ProjectKey, { held, document }: Publication): Generator<Step> {
  yield (trx) => clearStaged(trx, held);
  const place = { projectId: held.projectId, versionId: held.versionId, kind: 'text' } as const;
  const parts = textParts(document.text);
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    yield (trx) => writeParts(trx, key.seal, place, parts.slice(from, from + partsAtOnce));
  }
  for (let from = 0; from < document.passages.length; from += blockPassages) {
    const passages = document.passages.slice(from, from + blockPassages);
    yield (trx) => writePassages(trx, key, { held, from, passages });
    if (sharesBlock(document.passages.length)) continue;
    yield (trx) => stageBlock(trx, key.terms, { version: held, from, passages: passages.map(({ terms }) => terms) });
  }
}

/** What an earlier attempt left, the vectors excepted: they are of use for as long as the text is the same. */
async function clearStaged(trx: Transaction<Schema>, held: IngestionClaim): Promise<void> {
  const { projectId, versionId } = held;
  await dropStagedBlocks(trx, held);
  await trx.deleteFrom('passages').where('project_id', '=', projectId).where('version_id', '=', versionId).execute();
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
}

async function goLive(trx: Transaction<Schema>, key: ProjectKey, publication: Publication): Promise<boolean> {
  const { held, document, by } = publication;
  const { projectId, documentId, versionId } = held;
  // The document first and then the index, as every other writer does: the same order of locks everywhere.
  const before = await trx
    .selectFrom('documents')
    .select('live_version')
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !(await markReady(trx, publication))) return false;
  await lockIndex(trx, projectId);
  if (before.live_version) await dropVersion(trx, projectId, before.live_version);
  const terms = document.passages.map((passage) => passage.terms);
  if (sharesBlock(terms.length)) await joinBlock(trx, key.terms, { version: held, from: 0, passages: terms });
  else await showBlocks(trx, held);
  if (by.modelId === undefined) await dropAllVectors(trx, projectId, versionId);
  else await showVectors(trx, { projectId, versionId, modelId: by.modelId }, terms.length);
  await changeStats(trx, projectId, { passages: terms.length, terms: termsOf(terms) });
  await trx
    .updateTable('documents')
    .set({ live_version: versionId, updated_at: sql`clock_timestamp()` })
    .where('project_id', '=', projectId)
    .where('id', '=', documentId)
    .execute();
  return true;
}

function markReady(trx: Transaction<Schema>, { held, document, by }: Publication): Promise<boolean> {
  return change(
    heldVersion(trx, held).set({
      status: 'ready',
      progress: 100,
      error_code: null,
      error_message: null,
      characters: document.text.length,
      passages: document.passages.length,
      terms: termsOf(document.passages.map((passage) => passage.terms)),
      // Behind those that it was submitted with.
      warnings: sql<string[]>`warnings || ${[...document.warnings]}::text[]`,
      analyser: by.analyser,
      embedding_model: by.modelId ?? null,
      claim_token: null,
      claim_expires_at: null,
    }),
  );
}

async function dropVersion(trx: Transaction<Schema>, projectId: string, versionId: string): Promise<void> {
  await forgetVersion(trx, projectId, versionId);
  await trx.deleteFrom('document_versions').where('project_id', '=', projectId).where('id', '=', versionId).execute();
}
