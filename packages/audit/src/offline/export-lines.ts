import { columnsIn } from '../chain/entry-columns.ts';
import type { Chain, ChainEnd, ChainLink } from '../chain/chain.ts';
import { checkpointLine } from '../checkpoints/checkpoint-line.ts';
import type { Checkpoint } from '../checkpoints/checkpoint.ts';

/** What an export says of itself in its first line. */
export interface ExportHead {
  readonly chain: Chain;
  readonly publicKey: string;
  readonly keyId: string;
  readonly exportedAt: string;
}

/** The first line of an export. */
export function headLine({ chain, publicKey, keyId, exportedAt }: ExportHead): string {
  return JSON.stringify({
    type: 'cairn.audit.export',
    version: 1,
    chain: chain.kind,
    id: chain.id,
    public_key: publicKey,
    key_id: keyId,
    exported_at: exportedAt,
  });
}

/** The line of an entry. One that is not there any more is told as null: an export shows what there is. */
export function entryLine(chain: Chain, { seq, hash, text }: ChainLink): string {
  return JSON.stringify({ type: 'entry', seq, hash, entry: text === null ? null : columnsIn(chain.kind, text) });
}

/** The lines of checkpoints that belong after an entry, or before the first one. */
export function checkpointLines(checkpoints: readonly Checkpoint[]): string {
  return checkpoints.map((one) => `${checkpointLine(one)}\n`).join('');
}

/** What the last line of an export is signed as. */
export const exportEnd = (chain: Chain, end: ChainEnd, at: string) => ({ chain, purpose: 'export', ...end, at }) as const;
