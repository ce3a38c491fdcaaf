import type { Server } from 'node:net';

/** Tells the bench the port, and ends this process when the bench lets go of it; in order, so that a profile gets written. */
export function serving(server: Server): void {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: address.port });
}
