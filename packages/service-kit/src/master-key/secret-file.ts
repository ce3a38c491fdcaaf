import { open } from 'node:fs/promises';

/** A secret is short; what is longer is another file. */
export const mostSecretBytes = 8192;

/** What a file holds, trimmed. @throws Error when there is nothing in it, or more than a secret */
export async function readSecretFile(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(mostSecretBytes + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length > mostSecretBytes) break;
    }
    if (length > mostSecretBytes) throw new Error(`${path} is longer than a secret is`);
    const text = bytes.subarray(0, length).toString().trim();
    if (text === '') throw new Error(`${path} is empty`);
    return text;
  } finally {
    await file.close();
  }
}
