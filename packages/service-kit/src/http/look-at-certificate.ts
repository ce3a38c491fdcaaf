import { createSecureContext } from 'node:tls';
import { fileFault, givenIn, plainFile, type Look } from '../config/look.ts';

/** More than any chain. */
const mostBytes = 1_048_576;

const names = ['CAIRN_TLS_CERT_FILE', 'CAIRN_TLS_KEY_FILE'] as const;

/** Looks at the files of a service's own certificate: readable, in PEM, and belonging together. */
export const lookAtCertificate: Look = (env) => {
  const files = names.flatMap((name) => ({ name, path: givenIn(env, name) }));
  const unreadable = files.flatMap(({ name, path }) => {
    const fault = path === undefined ? undefined : fileFault(path);
    return fault === undefined ? [] : [{ name, takes: `must name a file that this user can read; ${fault}` }];
  });
  const [cert, key] = files.map(({ path }) => path);
  if (unreadable.length > 0 || cert === undefined || key === undefined || fit(cert, key)) return unreadable;
  return [{ name: names[0], takes: `must name a certificate in PEM, and ${names[1]} the key that belongs to it` }];
};

function fit(certFile: string, keyFile: string): boolean {
  const [cert, key] = [plainFile(certFile, mostBytes), plainFile(keyFile, mostBytes)];
  // What cannot be looked at without taking it away shows when it is used.
  if (cert === undefined || key === undefined) return true;
  try {
    createSecureContext({ cert, key });
    return true;
  } catch {
    return false;
  }
}
