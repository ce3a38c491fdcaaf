import { dataTypes, type Graph, type Initializer, microsoft, type Node } from './onnx.ts';
import { quantiseRows, transposed } from './quantise.ts';
import type { Weights } from './safetensors.ts';

/** The shape of all-MiniLM-L6-v2. */
const miniLm = {
  dimensions: 384,
  layers: 6,
  heads: 12,
  inner: 1536,
  vocabulary: 30_522,
  positions: 512,
  epsilon: 1e-12,
} as const;

const { dimensions, layers, heads, inner, vocabulary, positions, epsilon } = miniLm;

/**
 * Seven bits for what is multiplied: with eight, processors without VNNI add two products into 16 bits and overflow, so the same
 * text would get another vector there.
 */
const multipliedLimit = 63;
const lookedUpLimit = 127;

/**
 * The encoder over one text: token ids in, the sum of its tokens' states out (pooling by the mean, but for the length, which
 * normalising takes away). One text at a time needs neither padding nor masks. Matrices and word vectors are of eight bits.
 */
export function miniLmGraph(weights: Weights): Graph {
  const parts = new GraphParts(weights);
  let state = embedded(parts);
  for (let layer = 0; layer < layers; layer++) state = encoded(parts, layer, state);
  parts.nodes.push({
    operator: 'ReduceMean',
    inputs: [state],
    outputs: ['pooled'],
    attributes: { axes: { integers: [1] }, keepdims: { integer: 0 } },
  });
  return {
    nodes: parts.nodes,
    initializers: parts.initializers,
    inputs: [
      { name: 'ids', type: dataTypes.int64, shape: [1, 'length'] },
      { name: 'positions', type: dataTypes.int64, shape: [1, 'length'] },
    ],
    outputs: [{ name: 'pooled', type: dataTypes.float, shape: [1, dimensions] }],
  };
}

class GraphParts {
  readonly nodes: Node[] = [];
  readonly initializers: Initializer[] = [];
  readonly #weights: Weights;

  constructor(weights: Weights) {
    this.#weights = weights;
  }

  read(name: string, size: number): Float32Array {
    return this.#weights.tensor(name, size);
  }

  constant(name: string, shape: readonly number[], values: Initializer['values']): string {
    this.initializers.push({ name, shape, values });
    return name;
  }

  /** A vector of the weights as it is. */
  vector(name: string, size: number = dimensions): string {
    return this.constant(name, [size], this.read(name, size));
  }
}

function embedded(parts: GraphParts): string {
  const words = quantiseRows(parts.read('embeddings.word_embeddings.weight', vocabulary * dimensions), dimensions, lookedUpLimit);
  // Every token is of the first segment, so its vector goes into each position's.
  const places = parts.read('embeddings.position_embeddings.weight', positions * dimensions);
  const segments = parts.read('embeddings.token_type_embeddings.weight', 2 * dimensions);
  const placed = places.map((value, at) => value + (segments[at % dimensions] ?? 0));
  parts.constant('words', [vocabulary, dimensions], words.values);
  parts.constant('word_scales', [vocabulary, 1], words.scales);
  parts.constant('places', [positions, dimensions], placed);
  const gather = (table: string, index: string, output: string): Node => ({
    operator: 'Gather',
    inputs: [table, index],
    outputs: [output],
  });
  parts.nodes.push(
    gather('words', 'ids', 'word_values'),
    gather('word_scales', 'ids', 'word_scale'),
    gather('places', 'positions', 'place'),
    { operator: 'Cast', inputs: ['word_values'], outputs: ['word_floats'], attributes: { to: { integer: dataTypes.float } } },
    { operator: 'Mul', inputs: ['word_floats', 'word_scale'], outputs: ['word'] },
    { operator: 'Add', inputs: ['word', 'place'], outputs: ['embedding'] },
    {
      operator: 'LayerNormalization',
      inputs: ['embedding', parts.vector('embeddings.LayerNorm.weight'), parts.vector('embeddings.LayerNorm.bias')],
      outputs: ['embedded'],
      attributes: { epsilon: { float: epsilon } },
    },
  );
  return 'embedded';
}

function encoded(parts: GraphParts, layer: number, state: string): string {
  const base = `encoder.layer.${layer}`;
  const self = `${base}.attention.self`;
  const [query, key, value] = ['query', 'key', 'value'].map((part) =>
    dense(parts, { name: `${self}.${part}`, input: state, from: dimensions, to: dimensions }),
  ) as [string, string, string];
  const attended = `${base}.attended`;
  parts.nodes.push({
    operator: 'MultiHeadAttention',
    domain: microsoft,
    inputs: [query, key, value],
    outputs: [attended],
    attributes: { num_heads: { integer: heads } },
  });
  const mixed = dense(parts, { name: `${base}.attention.output.dense`, input: attended, from: dimensions, to: dimensions });
  const middle = added(parts, `${base}.attention.output.LayerNorm`, [mixed, state]);
  const wide = dense(parts, { name: `${base}.intermediate.dense`, input: middle, from: dimensions, to: inner });
  const bent = `${base}.bent`;
  parts.nodes.push({ operator: 'Gelu', domain: microsoft, inputs: [wide], outputs: [bent] });
  const narrow = dense(parts, { name: `${base}.output.dense`, input: bent, from: inner, to: dimensions });
  return added(parts, `${base}.output.LayerNorm`, [narrow, middle]);
}

interface Dense {
  readonly name: string;
  readonly input: string;
  readonly from: number;
  readonly to: number;
}

/** Input times weights plus bias; the input is quantised as it comes. */
function dense(parts: GraphParts, { name, input, from, to }: Dense): string {
  const { values, scales } = quantiseRows(parts.read(`${name}.weight`, from * to), from, multipliedLimit);
  parts.nodes.push({
    operator: 'DynamicQuantizeMatMul',
    domain: microsoft,
    inputs: [
      input,
      parts.constant(`${name}.weight`, [from, to], transposed(values, from)),
      parts.constant(`${name}.scales`, [to], scales),
      '',
      parts.vector(`${name}.bias`, to),
    ],
    outputs: [name],
  });
  return name;
}

/** The sum of both, normalised. */
function added(parts: GraphParts, norm: string, [first, second]: readonly [string, string]): string {
  parts.nodes.push({
    operator: 'SkipLayerNormalization',
    domain: microsoft,
    inputs: [first, second, parts.vector(`${norm}.weight`), parts.vector(`${norm}.bias`)],
    outputs: [norm],
    attributes: { epsilon: { float: epsilon } },
  });
  return norm;
}
