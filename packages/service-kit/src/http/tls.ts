import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Server as TlsServer } from 'node:tls';
import type { Logger } from '../logging/logger.ts';
import { namingSetting } from '../start-fault.ts';

/** Where a service's own certificate is, in PEM: the chain, the service's first, and its key. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A certificate that was read, and where it is read again. */
export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** Has a server take the files' new content when they change, such as after a renewal. Stops with the function that it gives. */
  follow(server: TlsServer, logger: Pick<Logger, 'info' | 'warn'>): () => void;
}

/** Milliseconds between two looks at the files. */
const lookEveryMs = 30_000;

/** One clear error that names the setting when the files cannot be read, are no PEM or do not belong together. */
export async function loadTls(files: TlsFiles, everyMs = lookEveryMs): Promise<Tls> {
  const pair = await readPair(files);
  return { ...pair, follow: (server, logger) => follow(server, { files, logger, everyMs }) };
}

interface Pair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

async function readPair({ certFile, keyFile }: TlsFiles): Promise<Pair> {
  const cert = await namingSetting('CAIRN_TLS_CERT_FILE', readFile(certFile));
  const key = await namingSetting('CAIRN_TLS_KEY_FILE', readFile(keyFile));
  await namingSetting('CAIRN_TLS_CERT_FILE', fitting({ cert, key }));
  return { cert, key };
}

async function fitting(pair: Pair): Promise<void> {
  try {
    createSecureContext(pair);
  } catch (cause) {
    throw new Error('the certificate and the key of CAIRN_TLS_KEY_FILE are no PEM, or do not belong together', { cause });
  }
}

interface Following {
  readonly files: TlsFiles;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly everyMs: number;
}

/** Files are looked at rather than watched: secrets that are mounted change by links that no watch follows. */
function follow(server: TlsServer, { files, logger, everyMs }: Following): () => void {
  let known: string | undefined;
  const look = async (): Promise<void> => {
    const state = await stateOf(files);
    if (known !== undefined && state !== known) {
      server.setSecureContext(await readPair(files));
      logger.info('the certificate was read again');
    }
    known = state;
  };
  const timer = setInterval(() => {
    // A pair that is half replaced does not fit; the one before goes on until the next look.
    look().catch((error: unknown) => logger.warn({ err: error }, 'the certificate could not be read again; the one before goes on'));
  }, everyMs);
  timer.unref();
  void look().catch(() => {});
  return () => clearInterval(timer);
}

async function stateOf({ certFile, keyFile }: TlsFiles): Promise<string> {
  const [cert, key] = await Promise.all([stat(certFile), stat(keyFile)]);
  return [cert.mtimeMs, cert.size, key.mtimeMs, key.size].join(' ');
}
