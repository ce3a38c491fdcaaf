/** What is used of JSON Schema by the schema of a rule. Words that are not here hold nothing back; the server has the last one. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The values that a schema lists; undefined when it takes others too. */
export const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? (schema.type === 'boolean' ? [true, false] : undefined) : [schema.const]);

/** The schemas that a value may be written by. */
export const waysOf = (schema: Schema): readonly Schema[] => {
  const ways = schema.oneOf ?? schema.anyOf;
  return ways ? ways.flatMap(waysOf) : [schema];
};
