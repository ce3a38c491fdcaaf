import { CairnError } from '@cairn/core';
import type { Actor, ImportedMemory, MemoryImport } from '@cairn/core';
import type { GovernedStoresByCall, Governor } from '@cairn/governance';
import { memorySave } from '../tools/memory-actions.ts';
import type { ImportItem, LineRefusal } from './import-lines.ts';

export interface ImportDeps {
  readonly stores: GovernedStoresByCall;
  readonly governor: Governor;
}

/** What became of a batch of lines. */
interface BatchOutcome {
  readonly accepted: number;
  readonly duplicates: number;
  /** In order of the lines. */
  readonly refusals: readonly LineRefusal[];
}

type Ruling = Awaited<ReturnType<Governor['evaluate']>>;

/** Takes a batch of lines in: what the rules let in freely together, in one transaction; what they look at, each on its own. */
export async function importBatch(deps: ImportDeps, actor: Actor, batch: readonly ImportItem[]): Promise<BatchOutcome> {
  const free: ImportedMemory[] = [];
  const outcomes: MemoryImport[] = [];
  const refusals: LineRefusal[] = [];
  for (const item of batch) {
    if ('refusal' in item) refusals.push(item.refusal);
    else {
      const outcome = await importOne(deps, actor, item.memory).catch((error: unknown) => refusalOf(item.line, error));
      if (outcome === 'free') free.push(item.memory);
      else if (typeof outcome === 'string') outcomes.push(outcome);
      else refusals.push(outcome);
    }
  }
  outcomes.push(...(await deps.stores.memories.import(actor, free)));
  const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
  return { accepted, duplicates: outcomes.length - accepted, refusals };
}

/** `free`: the rules do not look at it, and it was not taken yet. */
async function importOne({ governor }: ImportDeps, actor: Actor, memory: ImportedMemory): Promise<MemoryImport | 'free'> {
  const { id, createdAt, updatedAt, ...written } = memory;
  const ruling: Ruling = await governor.evaluate(actor, 'memory.write', () =>
    memorySave({ ...written, imported: { id, createdAt, updatedAt } }),
  );
  if (ruling === 'free') return 'free';
  try {
    const [outcome = 'duplicate'] = await governor.carryOut(actor, ruling, (own) => own.memories.import(actor, [memory]));
    return outcome;
  } catch (error) {
    return governor.settle(actor, error);
  }
}

/** What the rules do not let in is told of its line; anything else ends the import. */
function refusalOf(line: number, error: unknown): LineRefusal {
  if (!(error instanceof CairnError) || error.kind !== 'forbidden') throw error;
  const approvalId = error.details?.['approval_id'];
  return { line, message: error.message, ...(typeof approvalId === 'string' && { approval_id: approvalId }) };
}
