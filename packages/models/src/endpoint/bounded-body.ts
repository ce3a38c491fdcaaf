import { ModelFault } from '../errors.ts';

/** The whole body of a response. @throws ModelFault when it is longer than `maxBytes`. */
export async function boundedBody({ body }: Response, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop cancels what has not come yet.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new ModelFault('provider_bad_response', { detail: `more than ${maxBytes} bytes` });
    chunks.push(chunk);
  }
  return new Blob(chunks).arrayBuffer();
}
