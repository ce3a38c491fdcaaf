import { pageBounds } from '@cairn/core';
import { z } from 'zod';
import { text, uuid, wholeNumber } from '../reading/fields.ts';
import type { NamedSchema } from './route.ts';

const { defaultLimit, maxLimit } = pageBounds;

/** Query of every list. */
export const listQuery = z.strictObject({
  limit: wholeNumber(
    1,
    `How many to return. Default ${defaultLimit}; a greater number than ${maxLimit} is read as ${maxLimit}.`,
  ).optional(),
  cursor: text({ description: 'The next_cursor of the answer before; leave it out to begin.', max: 512, unit: 'characters' }).optional(),
});

/** Every list has this form. */
export const listOf = <Item extends z.ZodObject>(name: string, item: Item) => ({
  name,
  schema: z.strictObject({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Pass it as cursor to go on; null at the end.' }),
  }),
});

/** Path parameters of everything that has an id. */
export const idParams = z.object({ id: uuid('Its id.') });

/** A schema under its name in the OpenAPI document. */
export const named = <Schema extends z.ZodObject>(name: string, schema: Schema): NamedSchema<Schema> => ({ name, schema });
