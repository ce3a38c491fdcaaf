import { setTimeout as sleep } from 'node:timers/promises';
import { KmsFault, type Kms } from './kms.ts';

export interface TransitOptions {
  /** Where the engine is mounted, such as https://vault.example.com:8200/v1/transit. */
  readonly url: string;
  /** Name of the key there. */
  readonly key: string;
  readonly token: string | undefined;
  /** Milliseconds for one attempt. Default 5,000. */
  readonly timeoutMs?: number;
  /** Attempts at most while the service is away. Default 5. */
  readonly attempts?: number;
  /** Milliseconds before the second attempt, doubled each time. Default 500. */
  readonly backoffMs?: number;
}

/** Of an answer; a wrapped key is some hundred bytes. */
const maxBytes = 65_536;
const keyBytes = 32;

/**
 * A key service that speaks the transit API of HashiCorp Vault and OpenBao: `POST {url}/encrypt/{key}` and `POST {url}/decrypt/{key}`.
 * A few lines in front of any other key service make it speak that. Answers are bounded in time and size, redirects are not followed
 * (they would take the token along), and what is not a key is refused.
 */
export function createTransitKms({ timeoutMs = 5000, attempts = 5, backoffMs = 500, ...options }: TransitOptions): Kms {
  async function ask(verb: 'encrypt' | 'decrypt', body: object): Promise<Readonly<Record<string, unknown>>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await askOnce(options, verb, { body, timeoutMs });
      } catch (error) {
        if (!(error instanceof KmsFault) || !error.isPassing || attempt === attempts) throw error;
        await sleep(backoffMs * 2 ** (attempt - 1));
      }
    }
  }

  return {
    async wrap(masterKey) {
      const { ciphertext } = await ask('encrypt', { plaintext: Buffer.from(masterKey).toString('base64') });
      if (typeof ciphertext !== 'string' || !/^[!-~]{1,4096}$/.test(ciphertext)) throw new KmsFault('bad_answer');
      return ciphertext;
    },
    async unwrap(wrapped) {
      const { plaintext } = await ask('decrypt', { ciphertext: wrapped });
      const key = typeof plaintext === 'string' ? Buffer.from(plaintext, 'base64') : undefined;
      if (key?.length !== keyBytes) throw new KmsFault('bad_answer');
      return new Uint8Array(key);
    },
  };
}

interface Asked {
  readonly body: object;
  readonly timeoutMs: number;
}

async function askOnce(
  { url, key, token }: Pick<TransitOptions, 'url' | 'key' | 'token'>,
  verb: string,
  { body, timeoutMs }: Asked,
): Promise<Readonly<Record<string, unknown>>> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/${verb}/${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-vault-token': token }) },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new KmsFault(response.status >= 500 || response.status === 429 ? 'failed' : 'refused');
    }
    return dataIn(await boundedText(response));
  } catch (error) {
    if (error instanceof KmsFault) throw error;
    throw new KmsFault(signal.aborted ? 'timeout' : 'unreachable');
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels what has not come yet.
  for await (const part of body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new KmsFault('bad_answer');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function dataIn(text: string): Readonly<Record<string, unknown>> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new KmsFault('bad_answer');
  }
  const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  if (typeof data !== 'object' || data === null) throw new KmsFault('bad_answer');
  return { ...data };
}
