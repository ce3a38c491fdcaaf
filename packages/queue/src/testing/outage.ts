import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { once } from 'node:events';

/** A way to a server that can be cut: while it is, connections break and new ones are refused, as if the server were down. */
export interface Outage {
  readonly port: number;
  /** Messages that clients have sent through it so far. */
  sent(): number;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function createOutage(host: string, port: number): Promise<Outage> {
  const sockets = new Set<Socket>();
  let messages = 0;

  function carry(near: Socket): void {
    const far = connect(port, host);
    join(near, far);
    join(far, near);
    near.on('data', () => (messages += 1));
  }

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }

  async function listen(at: number): Promise<Server> {
    const server = createServer(carry).listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  let server = await listen(0);
  const own = portOf(server);

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  async function mend(): Promise<void> {
    server = await listen(own);
  }

  return { port: own, sent: () => messages, cut, mend, close: cut };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the outage does not listen');
  return address.port;
}
