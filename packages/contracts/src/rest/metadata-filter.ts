import { memoryBounds } from '@cairn/core';
import { z } from 'zod';
import { jsonObject } from '../reading/json-object.ts';

const { maxFilterMembers, maxMetadataBytes } = memoryBounds;

const rule =
  'Members that the metadata of a memory must have with these values, all of them: strings, numbers, true, false or null. A member that is a list has each value that is an item of it.';

/** Which metadata a memory must have, in a body. */
export const metadataFilter = jsonObject({ description: `${rule} Up to ${maxFilterMembers}.`, maxBytes: maxMetadataBytes })
  .check((payload) => {
    const message = faultOf(payload.value);
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
  })
  .pipe(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])));

/** The same in an address, as the text of a JSON object. */
export const metadataFilterText = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: 'custom', message: 'must be a JSON object, such as {"topic":"tea"}', input: text });
      return z.NEVER;
    }
  })
  .pipe(metadataFilter)
  .meta({ description: `${rule} A JSON object of up to ${maxFilterMembers} members, as text.`, examples: ['{"topic":"tea"}'] });

function faultOf(members: Readonly<Record<string, unknown>>): string | undefined {
  const values = Object.values(members);
  if (values.length === 0) return 'must name a member';
  if (values.length > maxFilterMembers) return `names ${values.length} members and the limit is ${maxFilterMembers}`;
  return values.some((value) => typeof value === 'object' && value !== null)
    ? 'must hold strings, numbers, true, false or null, not lists or objects'
    : undefined;
}
