import { z } from 'zod';
import { stepInputs } from './step-inputs.ts';
import { stepKinds } from './step-kinds.ts';
import type { StepKind } from './step-kinds.ts';

type Json = Readonly<Record<string, unknown>>;

/** Kinds whose input has a member that has to be there. */
const needsInput = (kind: StepKind): boolean => !stepInputs[kind].safeParse({}).success;

function inputSchema(kind: StepKind): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(stepInputs[kind], {
    io: 'input',
    unrepresentable: 'any',
    override: dropDoubleBounds,
  });
  return orReference(schema);
}

function dropDoubleBounds({ jsonSchema }: { jsonSchema: { maximum?: number; minimum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

const reference: Json = { type: 'string', pattern: String.raw`\{\{.*\}\}`, description: 'A reference in its place.' };

/** The schema with a reference allowed in the place of each member's value, as a plan may have it before it runs. */
function orReference(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'oneOf' || keyword === 'anyOf') return [keyword, listOf(value).map(orReference)];
      if (keyword === 'items') return [keyword, member(value)];
      if (keyword !== 'properties' || !isMembers(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, member(each)]))];
    }),
  );
}

function member(schema: unknown): unknown {
  if (!isMembers(schema) || 'const' in schema || takesAnyText(schema)) return schema;
  const { description, ...rest } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [orReference(rest), reference] };
}

const takesAnyText = ({ type, enum: some, format, pattern }: Json): boolean =>
  type === 'string' && some === undefined && format === undefined && pattern === undefined;

const isMembers = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isMembers) : []);

/** For the documents: what a step has beside its own form, by its kind, as JSON Schemas of which one holds. From what inputs are read with. */
export const stepByKind: readonly Json[] = stepKinds.map((kind) => ({
  title: kind,
  properties: { kind: { const: kind }, input: inputSchema(kind) },
  ...(needsInput(kind) ? { required: ['input'] } : {}),
}));
