import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { freePort } from '../product/free-port.ts';

export interface CredentialProxy {
  readonly port: number;
  stop(): void;
}

/** Passes every request on with a key in its header, as a sidecar would; the suite's raw requests drop the query of an address. */
export async function startCredentialProxy({ port, secret }: { port: number; secret: string }): Promise<CredentialProxy> {
  const ownPort = await freePort();
  const server = createServer((incoming, outgoing) => passOn({ incoming, outgoing, port, secret }));
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve));
  return {
    port: ownPort,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Passage {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly port: number;
  readonly secret: string;
}

function passOn({ incoming, outgoing, port, secret }: Passage): void {
  const { method, url, headers } = incoming;
  const onward = request(
    { port, host: '127.0.0.1', method, path: url, headers: { ...headers, authorization: `Bearer ${secret}` } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}
