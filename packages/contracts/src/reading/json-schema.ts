import { z } from 'zod';

/** A JSON Schema that describes an object, in the vocabulary of draft 2020-12. */
export type JsonSchemaObject = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly [keyword: string]: unknown;
};

/**
 * The schema as plain JSON: everything inline, no `$schema` (validators that only know an older draft refuse to load it), and
 * no bounds that only say "fits a double".
 */
export function jsonSchemaOf(schema: z.ZodObject): JsonSchemaObject {
  const { $schema: _dialect, properties = {}, ...plain } = z.toJSONSchema(schema, { override: dropDoubleBounds, io: 'input' });
  // JSON Schema also has the schemas `true` and `false`; no field of ours is one.
  const fields = Object.entries(properties).flatMap(([name, field]) => (typeof field === 'object' ? [[name, field] as const] : []));
  return { ...plain, type: 'object', properties: Object.fromEntries(fields) };
}

/** For z.toJSONSchema's `override`. */
export function dropDoubleBounds({ jsonSchema }: { jsonSchema: { maximum?: number; minimum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
