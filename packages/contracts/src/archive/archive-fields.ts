import { z } from 'zod';
import { text, uuid, wholeNumber } from '../reading/fields.ts';
import { pointInTime } from '../reading/point-in-time.ts';
import { anyCredential } from '../rest/route.ts';

/** Fields that lines of an archive share. */
export const at = (description: string) => pointInTime(description);
export const id = (description: string) => uuid(description);
export const line = (max: number) => text({ description: 'As it was given.', max, unit: 'characters', empty: true });
export const number = (least: number) => wholeNumber(least, 'A number.');
export const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const credentialKind = z.enum(anyCredential);
