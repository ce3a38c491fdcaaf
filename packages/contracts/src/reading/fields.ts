import { isId, textFault } from '@cairn/core';
import { z } from 'zod';
import { characters, utf8Bytes } from './text-size.ts';

interface TextRules {
  readonly description: string;
  readonly max: number;
  /** What `max` counts. Bytes are of UTF-8, characters are Unicode code points. */
  readonly unit: 'bytes' | 'characters';
  /** Whether an empty text is accepted. Default: no. */
  readonly empty?: boolean;
  /** Whether white space alone is refused. Default: no. */
  readonly refuseBlank?: boolean;
  /** Whether it is one line to show to people: no control characters, none that turn the direction of what follows. Default: no. */
  readonly line?: boolean;
}

/**
 * A text that is stored as it is or refused. JSON Schema can state a length in characters only, so a limit in bytes is stated
 * as the same `maxLength` (no text of more characters can pass) and spelled out in the description.
 */
export function text(rules: TextRules) {
  const fault = faultOf(rules);
  return z
    .string()
    .check((payload) => {
      const message = fault(payload.value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    })
    .meta({ description: rules.description, ...(rules.empty ? {} : { minLength: 1 }), maxLength: rules.max });
}

function faultOf({ max, unit, empty, refuseBlank, line }: TextRules): (value: string) => string | undefined {
  const size = unit === 'bytes' ? utf8Bytes : characters;
  const measure = unit === 'bytes' ? 'bytes of UTF-8' : 'characters';
  return (value) => {
    if (value === '' && !empty) return 'must not be empty';
    if (value.length * 3 > max) {
      const received = size(value);
      if (received > max) return `has ${received} ${measure} and the limit is ${max}; shorten it or split it`;
    }
    if (refuseBlank && value.trim() === '') return 'must hold more than white space';
    if (line && unfitForLine.test(value)) return 'contains control or direction-changing characters; remove them';
    return textFault(value);
  };
}

/** Marks of direction (U+200E and the like) order what is beside them and are harmless; overrides and embeddings are not. */
const unfitForLine = /[\p{Cc}\u202a-\u202e\u2028\u2029\u2066-\u2069]/u;

/** A UUID in either case; read as lower case, so that one thing has one name. */
export const uuid = (description: string) =>
  z
    .string()
    .check((payload) => {
      if (isId(payload.value)) payload.value = payload.value.toLowerCase();
      else payload.issues.push({ code: 'custom', message: 'must be a UUID, as the service gave it', input: payload.value });
    })
    .meta({ description, format: 'uuid' });

/** A whole number from `min` on. What is over a list's greatest page is clamped later, so no maximum is stated below 2^53. */
export const wholeNumber = (min: number, description: string) => z.int().min(min).meta({ description });

/** A moment as the service shows it: ISO 8601, UTC, milliseconds. */
export const moment = (description: string) => z.string().meta({ description, format: 'date-time' });

/** A line break is nothing that pasting an address brings along, and is left for the checks to refuse. */
const withoutBlanksAround = (address: string): string => (/[\r\n]/.test(address) ? address : address.trim());

/**
 * An e-mail address in plain form: no name beside it, no comments, no quoted local part. At most 254 characters, 64 before the @.
 * Blanks around it, which pasting brings along, are left out.
 */
export const emailAddress = (description: string) =>
  z
    .string()
    .overwrite(withoutBlanksAround)
    .check((payload) => {
      const { value } = payload;
      if (value.length > 254 || value.indexOf('@') > 64 || !z.regexes.email.test(value)) {
        payload.issues.push({ code: 'custom', message: 'must be an e-mail address, such as ada@example.com', input: value });
      }
    })
    .meta({ description, format: 'email', maxLength: 254 });

/** A password that is chosen; the rules beyond its length are where accounts are made. */
export const newPassword = text({
  description:
    'At least 8 characters and at most 1024 bytes of UTF-8, both after NFC; not one of the passwords that are tried first, not the e-mail.',
  max: 1024,
  unit: 'bytes',
}).meta({ minLength: 8 });
