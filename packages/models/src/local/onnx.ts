import { bytes, type Field, float, integer, joined, message, text } from './protobuf.ts';

/** Numbers of ONNX's TensorProto.DataType. */
export const dataTypes = { float: 1, int8: 3, int64: 7 } as const;

/** Extensions of onnxruntime: fused operators, quantised ones among them. */
export const microsoft = 'com.microsoft';

export interface Node {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly domain?: typeof microsoft;
  readonly attributes?: Readonly<
    Record<string, { readonly integer: number } | { readonly integers: readonly number[] } | { readonly float: number }>
  >;
}

export interface Initializer {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array | BigInt64Array;
}

export interface Port {
  readonly name: string;
  readonly type: (typeof dataTypes)[keyof typeof dataTypes];
  /** A name stands for a length that is known at run time only. */
  readonly shape: readonly (number | string)[];
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly initializers: readonly Initializer[];
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

const irVersion = 8;
const opset = 17;

/** The graph as an ONNX file. Field numbers are those of onnx.proto. */
export function onnxFile({ nodes, initializers, inputs, outputs }: Graph): Uint8Array {
  const graph = [
    ...nodes.map((node) => message(1, nodeFields(node))),
    text(2, 'graph'),
    ...initializers.map((initializer) => message(5, initializerFields(initializer))),
    ...inputs.map((port) => message(11, portFields(port))),
    ...outputs.map((port) => message(12, portFields(port))),
  ];
  return joined([
    integer(1, irVersion),
    message(7, graph),
    message(8, [text(1, ''), integer(2, opset)]),
    message(8, [text(1, microsoft), integer(2, 1)]),
  ]);
}

function nodeFields({ operator, inputs, outputs, domain, attributes = {} }: Node): Field[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, [text(1, name), ...attributeFields(value)])),
    ...(domain ? [text(7, domain)] : []),
  ];
}

const attributeTypes = { float: 1, integer: 2, integers: 7 } as const;

function attributeFields(value: NonNullable<Node['attributes']>[string]): Field[] {
  if ('float' in value) return [float(2, value.float), integer(20, attributeTypes.float)];
  if ('integer' in value) return [integer(3, value.integer), integer(20, attributeTypes.integer)];
  return [...value.integers.map((item) => integer(8, item)), integer(20, attributeTypes.integers)];
}

function initializerFields({ name, shape, values }: Initializer): Field[] {
  const type = values instanceof Float32Array ? dataTypes.float : values instanceof Int8Array ? dataTypes.int8 : dataTypes.int64;
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return [...shape.map((length) => integer(1, length)), integer(2, type), text(8, name), bytes(9, raw)];
}

function portFields({ name, type, shape }: Port): Field[] {
  const dimensions = shape.map((length) => message(1, [typeof length === 'number' ? integer(1, length) : text(2, length)]));
  return [text(1, name), message(2, [message(1, [integer(1, type), message(2, dimensions)])])];
}
