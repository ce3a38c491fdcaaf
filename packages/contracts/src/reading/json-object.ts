import { z } from 'zod';
import { utf8Bytes } from './text-size.ts';

interface JsonObjectRules {
  readonly description: string;
  /** Bytes of its JSON in UTF-8. */
  readonly maxBytes: number;
}

/** Deeper than anybody nests, and shallow enough for every reader. */
const maxDepth = 32;

/** A JSON object that is kept as it is. */
export const jsonObject = ({ description, maxBytes }: JsonObjectRules) =>
  z
    .record(z.string(), z.unknown())
    .check((payload) => {
      const message = faultOf(payload.value, maxBytes);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    })
    .meta({ description });

/** Any JSON that is kept as it is. */
export const jsonValue = ({ description, maxBytes }: JsonObjectRules) =>
  z
    .unknown()
    .check((payload) => {
      const message = payload.value === undefined ? undefined : faultOf(payload.value, maxBytes);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    })
    .meta({ description });

function faultOf(value: unknown, maxBytes: number): string | undefined {
  if (!isWithin(value, maxDepth)) return `is nested deeper than ${maxDepth} levels; flatten it`;
  if (!isFiniteThroughout(value)) return 'has a number that is too large for JSON to keep; send it as a string';
  const text = JSON.stringify(value);
  const bytes = utf8Bytes(text);
  if (bytes > maxBytes) return `has ${bytes} bytes as JSON and the limit is ${maxBytes}; shorten it`;
  // As escapes, which JSON writes for both, they would come back as something that not every reader takes.
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text) ? 'contains U+0000 or half of a surrogate pair; remove it' : undefined;
}

function isFiniteThroughout(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isFiniteThroughout);
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}
