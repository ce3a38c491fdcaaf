import { createServer } from 'node:net';

/** Rejects when nothing can listen there, before anything is opened or made that a failed start would leave behind. */
export function tryAddress(address: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ ...address, exclusive: true }, () => server.close(() => resolve()));
  });
}
