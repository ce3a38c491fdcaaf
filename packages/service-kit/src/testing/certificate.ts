import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TlsFiles } from '../http/tls.ts';

const run = promisify(execFile);

/** A certificate of its own for 127.0.0.1, by the system's openssl, as two files of a folder. */
export async function makeCertificate(folder: string, name: string): Promise<TlsFiles> {
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...made, '-keyout', files.keyFile, '-out', files.certFile, ...subject]);
  return files;
}
