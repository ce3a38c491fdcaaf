import { origin } from '../chain/chain.ts';
import type { Chain, ChainEnd, ChainLink } from '../chain/chain.ts';
import { hashAfter } from '../chain/entry-hash.ts';
import { textOf } from '../chain/entry-columns.ts';
import type { Checkpoint, CheckpointPurpose } from '../checkpoints/checkpoint.ts';
import { createCheckpointProof, createCheckpointSigner } from '../checkpoints/signing.ts';
import { checkpointLines, entryLine, exportEnd, headLine } from '../offline/export-lines.ts';

export const chain: Chain = { kind: 'project', id: '0191d0b2-0000-7000-8000-000000000001' };
export const signer = createCheckpointSigner(Buffer.alloc(32, 5));
export const proof = createCheckpointProof(signer.publicKey);
export const stranger = createCheckpointSigner(Buffer.alloc(32, 6));

const moment = '2026-11-28T09:00:00.000Z';
/** After `exported` was made. */
export const laterMoment = '2026-11-28T09:00:00.001Z';

/** What the entry of that number says. */
export function entryText(seq: number, outcome = 'done'): string {
  const columns = {
    project_id: chain.id,
    id: `0191d0b2-0000-7000-9000-${String(seq).padStart(12, '0')}`,
    at: moment,
    user_id: '0191d0b2-0000-7000-8000-000000000002',
    credential_kind: 'api_key',
    credential_id: '0191d0b2-0000-7000-8000-000000000003',
    action: 'memory.save',
    target: `memory "${seq}"\n\u0007`,
    outcome,
    reason: null,
    agent_id: null,
    action_digest: null,
    policy_revision: seq,
    decision_id: null,
    detail: '{"a": "ä"}',
    request_id: `r${seq}`,
    trace_id: null,
  };
  return textOf('project', columns) as string;
}

/** A chain of such texts after an end. */
export function linked(texts: readonly string[], after: ChainEnd = origin): ChainLink[] {
  let end = after;
  return texts.map((text) => {
    end = { seq: end.seq + 1, hash: hashAfter(end, text) };
    return { ...end, text };
  });
}

/** The chain as it is written. */
export const keptChain = (length: number): ChainLink[] => linked(Array.from({ length }, (_, at) => entryText(at + 1)));

export function signedAt(links: readonly ChainLink[], seq: number, purpose: CheckpointPurpose = 'head', at = moment): Checkpoint {
  const { hash } = links.find((link) => link.seq === seq) ?? origin;
  return signer.sign({ chain, purpose, seq, hash, at });
}

/** The lines of an export, as the service writes them. */
export function exported(links: readonly ChainLink[], checkpoints: readonly Checkpoint[] = []): string[] {
  const end = links.at(-1) ?? checkpoints.findLast(({ purpose }) => purpose === 'start') ?? origin;
  const closing = signer.sign(exportEnd(chain, { seq: end.seq, hash: end.hash }, moment));
  const before = checkpoints.filter(({ seq }) => seq < (links[0]?.seq ?? Number.POSITIVE_INFINITY));
  return [
    headLine({ chain, publicKey: signer.publicKey, keyId: signer.keyId, exportedAt: moment }),
    ...linesOf(before),
    ...links.flatMap((link) => [entryLine(chain, link), ...linesOf(checkpoints.filter(({ seq }) => seq === link.seq))]),
    ...linesOf([closing]),
  ];
}

const linesOf = (checkpoints: readonly Checkpoint[]): string[] => checkpoints.map((one) => checkpointLines([one]).trimEnd());
