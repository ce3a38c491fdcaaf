import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import type { Stage, Suite } from '../product/stage.ts';

/** The address under which clients know the product: of its proxy where it has one. */
export const publicUrl = ({ environment, product }: Pick<Stage, 'environment' | 'product'>): string =>
  environment['CAIRN_BASE_URL'] ?? product.baseUrl;

/** A reverse proxy at the address that the products are told of; one request goes to one process, the next to another. */
export function behindProxy(port: number): Suite {
  return (stage) => {
    let proxy: Proxy | undefined;
    beforeAll(async () => {
      const ports = stage.products.map((product) => product.port);
      proxy = await startProxy(port, () => ports);
    });
    afterAll(() => proxy?.stop());
  };
}

export interface Proxy {
  stop(): void;
}

/** Passes requests on as they are, in turn to each of the ports that a path is served at. */
export async function startProxy(port: number, portsFor: (path: string) => readonly number[]): Promise<Proxy> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ports = portsFor(new URL(incoming.url ?? '/', 'http://proxy').pathname);
    turn += 1;
    passOn(incoming, outgoing, ports[turn % ports.length] ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.once('error', () => outgoing.destroy());
  outgoing.once('close', () => onward.destroy());
  incoming.pipe(onward);
}
