import { Socket } from 'node:net';

/**
 * A socket for `pg` that gives its server up after so much silence. When a network swallows packets or a machine hangs, TCP alone
 * would let a caller wait for a quarter of an hour and longer, and each such caller holds a connection of the pool.
 */
export function boundedSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`Connection terminated: the server said nothing for ${silenceMs} ms`));
  });
  return socket;
}
