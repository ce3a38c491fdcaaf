import type { NamedSchema } from './route.ts';

export type Json = Readonly<Record<string, unknown>>;

export const schemaUri = (name: string): string => `#/components/schemas/${name}`;

export function schemaReference({ name }: NamedSchema): Json {
  return { $ref: schemaUri(name) };
}

export function reference(kind: 'headers' | 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}
