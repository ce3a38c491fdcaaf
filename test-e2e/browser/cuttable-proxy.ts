import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The way of a browser to the servers, which can be cut in the middle of answers. */
export interface CuttableProxy {
  readonly url: string;
  /** Breaks every connection and lets no other one through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Starts a proxy for plain HTTP. */
export async function startCuttableProxy(): Promise<CuttableProxy> {
  let isCut = false;
  const server = createServer((asked, answer) => {
    const { method = 'GET', url = '', headers } = asked;
    const onward = request(url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      // The head goes at once, however long the body is in coming.
      answer.flushHeaders();
      response.pipe(answer);
      response.on('error', () => answer.destroy());
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (isCut) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
