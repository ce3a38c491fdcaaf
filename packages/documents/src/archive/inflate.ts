import { Readable } from 'node:stream';
import { createInflate, createInflateRaw } from 'node:zlib';
import { DocumentFault } from '../document-fault.ts';
import { readLimits } from '../limits.ts';

/** Part of the input that is inflated at once. */
const sliceSize = 65_536;

/**
 * What a deflated stream holds, piece by piece; what follows its end is left alone.
 * @throws DocumentFault `too_large` when it grows as no text does; any other error when it is garbled
 */
export async function* inflated(packed: Uint8Array, format: 'raw' | 'zlib'): AsyncGenerator<Uint8Array> {
  const inflate = format === 'raw' ? createInflateRaw({ chunkSize: sliceSize }) : createInflate({ chunkSize: sliceSize });
  const source = Readable.from(slicesOf(packed));
  let size = 0;
  source.pipe(inflate);
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > readLimits.ratioFrom && size > inflate.bytesWritten * readLimits.inflationRatio) throw inflatesLikeNoText();
      yield chunk;
    }
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** Counts what all streams of a document inflate to. */
export class InflationBudget {
  #left: number = readLimits.inflatedBytes;

  /** @throws DocumentFault `too_large` */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw inflatesTooFar();
  }
}

const inflatesTooFar = (): DocumentFault =>
  new DocumentFault('too_large', {
    message: `The document unpacks to more than ${readLimits.inflatedBytes / 1_048_576} MiB, which is the most that is taken. Split it and upload the parts.`,
  });

const inflatesLikeNoText = (): DocumentFault =>
  new DocumentFault('too_large', {
    message: `The document unpacks to more than ${readLimits.inflationRatio} times its size, as no text does. Save it anew, or upload its text.`,
  });

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += sliceSize) yield bytes.subarray(at, at + sliceSize);
}
