import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'secure-json-parse';
import { HttpFault } from '../errors/http-fault.ts';
import { jsonOddity } from './json-oddity.ts';

/** A body that is not JSON in UTF-8; the route says so in its own form. */
export class UnreadableBody {
  /** `invalid_request`: it is JSON, and would not be kept as it was sent. */
  readonly reason: 'parse_error' | 'invalid_request';
  /** What is wrong; never a part of the body. */
  readonly message: string;

  constructor(message: string, reason: UnreadableBody['reason'] = 'parse_error') {
    this.reason = reason;
    this.message = message;
  }
}

/** Deeper nesting is refused, so that no later step that walks the value runs out of stack. */
const maxDepth = 128;

/** A shorter body cannot nest deep enough to harm. */
const harmlessLength = 2048;

/**
 * Reads `application/json` and nothing else: another type, or none on a body, is 415. The parsed value is the request's body,
 * undefined when it is empty, an `UnreadableBody` when it cannot be read: the request goes on, so that it is counted and
 * answered in the route's own form.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (hasOtherCharset(request)) done(new HttpFault(415));
    else done(null, readJson(bytes));
  });
}

/** The value of a JSON body; undefined when it is empty, an `UnreadableBody` when it cannot be read. */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return new UnreadableBody('the body is not valid UTF-8');
  const text = bytes.toString('utf8');
  const value = parseJson(text);
  if (value instanceof UnreadableBody) return value;
  const oddity = jsonOddity(text);
  if (oddity) return new UnreadableBody(oddities[oddity], 'invalid_request');
  return bytes.length > harmlessLength && isTooDeep(value) ? new UnreadableBody(`the body nests deeper than ${maxDepth} levels`) : value;
}

/** A byte order mark is dropped. Keys that would reach an object's prototype are refused. */
function parseJson(text: string): unknown {
  try {
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    return new UnreadableBody(isForbiddenKey(error) ? forbiddenKey : 'the body is not valid JSON');
  }
}

const forbiddenKey = 'the body has the key __proto__, or a constructor with a prototype, which no object here may have; rename it';

const oddities = {
  'repeated-key': 'the body has an object that names a key twice; name each key once',
  'altered-number': 'the body has a number that a 64-bit floating point number does not hold exactly; send it as a string',
} as const;

/** The JSON parser's own faults name the place or the text that it stumbled over. */
function isForbiddenKey(error: unknown): boolean {
  return error instanceof SyntaxError && error.message === 'Object contains forbidden prototype property';
}

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isObject);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    level = level.flatMap((parent) => (Array.isArray(parent) ? parent : Object.values(parent)).filter(isObject));
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i;

function hasOtherCharset({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'];
  return type !== undefined && type !== 'application/json' && otherCharset.test(type);
}
