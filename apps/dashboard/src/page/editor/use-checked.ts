import { useDeferredValue, useMemo } from 'react';
import { checkSource } from './check-source.ts';
import { readSource } from './json-source.ts';
import type { SourceFault } from './json-source.ts';
import type { Schema } from './schema.ts';

/** A text as it was a moment ago, with what is wrong in it. */
export interface Checked {
  readonly text: string;
  readonly faults: readonly SourceFault[];
}

/** What is wrong with a text of JSON: as JSON, else as its schema has it. Letters come first, so that writing in a long text does not wait. */
export function useChecked(value: string, schema?: Schema): Checked {
  const text = useDeferredValue(value);
  return useMemo(() => ({ text, faults: faultsIn(text, schema) }), [text, schema]);
}

/** The same at once. */
export function faultsIn(text: string, schema?: Schema): readonly SourceFault[] {
  const { root, faults } = readSource(text);
  return faults.length > 0 || !root || !schema ? faults : checkSource(schema, root);
}
