import { parseArgs } from 'node:util';
import type { CorpusShape } from './load-corpus.ts';

export interface SpeedOptions {
  readonly stores: readonly ('embedded' | 'postgres')[];
  readonly shapes: readonly CorpusShape[];
  /** How many memories of one user. */
  readonly memories: readonly number[];
  /** Searches that are measured at each corpus. */
  readonly searches: number;
  /** Write the figures into the README. */
  readonly records: boolean;
}

/** Few long documents, at both sizes, and many short ones. */
const usual = ['10x1000', '100x1000', '1000x10', '10000x10'];
const usualMemories = [10_000, 100_000];

export function readOptions(args: readonly string[]): SpeedOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      stores: { type: 'string', default: 'embedded,postgres' },
      corpora: { type: 'string', default: usual.join(',') },
      memories: { type: 'string', default: usualMemories.join(',') },
      searches: { type: 'string', default: '200' },
      record: { type: 'boolean', default: false },
    },
  });
  return {
    stores: values.stores.split(',').map(storeOf),
    shapes: listed(values.corpora).map(shapeOf),
    memories: listed(values.memories).map(Number),
    searches: Number(values.searches),
    records: values.record,
  };
}

/** An empty list measures none. */
const listed = (text: string): readonly string[] => text.split(',').filter((item) => item !== '');

function storeOf(name: string): 'embedded' | 'postgres' {
  if (name === 'embedded' || name === 'postgres') return name;
  throw new Error(`no such store: ${name}`);
}

/** `10x1000`: ten documents of a thousand passages each. */
function shapeOf(text: string): CorpusShape {
  const [documents, passages] = text.split('x').map(Number);
  if (!documents || !passages) throw new Error(`a corpus is given as documents x passages, such as 10x1000, not ${text}`);
  return { documents, passages };
}
