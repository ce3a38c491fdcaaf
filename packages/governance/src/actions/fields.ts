import { textFault } from '@cairn/core';
import { z } from 'zod';

/** A text without U+0000 and halves of surrogate pairs, up to `max` UTF-16 code units; it may be empty. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .check((payload) => {
      const message = textFault(payload.value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    });

/** A text without U+0000 and halves of surrogate pairs, 1 to `max` UTF-16 code units. */
export const words = (description: string, max: number) =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must be at most ${max} characters` })
    .check((payload) => {
      const message = textFault(payload.value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    })
    .meta({ description });

/** A path from the root of the file system. */
export const absolutePath = (description: string) => words(description, 4096).startsWith('/', { error: 'must be an absolute path' });

/** A path from the root of the file system, or from a home: `~/x`, `~user/x`. */
export const absoluteOrHomePath = (description: string) =>
  words(description, 4096).regex(/^(?:\/|~[\w.-]*(?:\/|$))/, { error: 'must be an absolute path' });

/** A SHA-256 in hexadecimal. */
export const sha256 = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 as 64 hexadecimal digits in lower case' })
    .meta({ description });

const maxDepth = 32;

/** A JSON object of any content, at most 32 levels deep. */
export const jsonObject = (description: string) =>
  z
    .record(z.string(), z.unknown())
    .check((payload) => {
      if (isDeeperThan(payload.value, maxDepth))
        payload.issues.push({ code: 'custom', message: `must not be nested deeper than ${maxDepth} levels`, input: payload.value });
      else if (holds(payload.value, (one) => typeof one === 'string' && textFault(one) !== undefined))
        payload.issues.push({ code: 'custom', message: 'must not hold U+0000 or half a surrogate pair', input: payload.value });
      else if (holds(payload.value, (one) => typeof one === 'number' && !Number.isFinite(one)))
        payload.issues.push({ code: 'custom', message: 'must not hold a number that is too large for JSON to keep', input: payload.value });
    })
    .meta({ description });

function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: readonly unknown[] = [value];
  for (let level = 0; level <= levels; level++) {
    layer = layer.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (layer.length === 0) return false;
  }
  return true;
}

/** Whether a key or a value somewhere in it is such a one. */
function holds(value: unknown, isSuch: (one: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return isSuch(value);
  return Object.entries(value).some(([key, one]) => isSuch(key) || holds(one, isSuch));
}
