import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './atomic-file.ts';
import { miniLmGraph } from './minilm-graph.ts';
import { digestOf, readModelFile } from './model-files.ts';
import { onnxFile } from './onnx.ts';
import { readSafetensors } from './safetensors.ts';

/** What deriving gives on every machine; a graph of another digest is never run. */
const graphSha256 = '5e70f047c32127f480d81b11a6d84fdbf13f9976801d5d50ffa47699954715e3';

/** Derives the quantised graph from the weights: about a second. @throws Error when it is not the one that is pinned. */
function deriveGraph(): Uint8Array {
  const graph = onnxFile(miniLmGraph(readSafetensors(readModelFile('weights'))));
  if (digestOf(graph) !== graphSha256) throw new Error('deriving the graph gave another one than was pinned');
  return graph;
}

/**
 * The graph out of the folder, or derived and then kept there. A file that is not the graph is replaced; a folder that cannot be
 * read or written only costs the second at each start.
 */
export function cachedGraph(folder: string): Uint8Array {
  const path = join(folder, `minilm-int8-${graphSha256.slice(0, 16)}.onnx`);
  const kept = readIfThere(path);
  if (kept && digestOf(kept) === graphSha256) return kept;
  const graph = deriveGraph();
  writeWhole(path, graph);
  return graph;
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
