import type { Readable } from 'node:stream';
import { CairnError } from '@cairn/core';

/**
 * A body that breaks off has been read as far as it came; an answer can still be given to one that is not read to its end. What is left
 * of it is let go by then: the next request on the connection stands behind it.
 */
export async function* bodyParts(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new CairnError('INVALID_ARGUMENT', { message: 'the body broke off', cause });
  } finally {
    body.resume();
  }
}
