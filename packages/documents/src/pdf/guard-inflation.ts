import { inflated, InflationBudget } from '../archive/inflate.ts';
import { DocumentFault } from '../document-fault.ts';

/** Longest dictionary that is looked at before a stream. */
const dictionarySize = 2048;

/**
 * Makes sure that the streams of a PDF do not inflate to more than a document may, before they are read whole. Pictures are
 * stepped over, as reading does; so is what only a reader can decode.
 * @throws DocumentFault `too_large`
 */
export async function guardInflation(bytes: Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget = new InflationBudget();
  for (let at = buffer.indexOf('stream'); at !== -1; at = buffer.indexOf('stream', at + 6)) {
    if (buffer.toString('latin1', at - 3, at) === 'end') continue;
    const before = buffer.toString('latin1', Math.max(0, at - dictionarySize), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    const layers = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
    if (layers === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) continue;
    const start = at + 6 + (buffer[at + 6] === 0x0d ? 2 : 1);
    const end = buffer.indexOf('endstream', start);
    await measure(bytes.subarray(start, end === -1 ? undefined : end), { layers, budget });
  }
}

async function measure(packed: Uint8Array, { layers, budget }: { layers: number; budget: InflationBudget }): Promise<void> {
  const inner: Uint8Array[] = [];
  try {
    for await (const chunk of inflated(packed, 'zlib')) {
      budget.spend(chunk.byteLength);
      if (layers > 1) inner.push(chunk);
    }
  } catch (error) {
    // Garbled streams are for the reader to judge; it reads what it can.
    if (error instanceof DocumentFault) throw error;
  }
  if (layers > 1) await measure(Buffer.concat(inner), { layers: layers - 1, budget });
}
