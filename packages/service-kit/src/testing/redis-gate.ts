import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { portOf } from './port-of.ts';

/** A way to a real Redis that can go silent or fall away, as a stopped or killed server does. */
export interface RedisGate {
  readonly url: string;
  /** Keeps connections open and passes nothing on in either direction. */
  hang(): void;
  /** Passes on again, what was held back among it. */
  resume(): void;
  /** Ends all connections and refuses new ones. */
  shut(): Promise<void>;
  /** Lets connections in again, under the same address. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export async function openRedisGate(target: string): Promise<RedisGate> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let isHanging = false;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    if (isHanging) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.once('close', () => to.destroy());
      keep(from);
    }
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve());
    });
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await listen(0);
  const port = portOf(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    hang: () => {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    shut,
    reopen: () => listen(port),
    close: shut,
  };
}
