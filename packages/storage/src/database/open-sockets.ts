import type { Socket } from 'node:net';

export interface OpenSockets {
  /** Remembers a socket until it closes; after `destroyAll` it breaks it at once. */
  add(socket: Socket): Socket;
  destroyAll(): void;
}

/** The sockets that are open, so that all of them can be broken at once, for good. */
export function createOpenSockets(): OpenSockets {
  const open = new Set<Socket>();
  let isOver = false;
  return {
    add(socket) {
      if (isOver) return broken(socket);
      open.add(socket);
      return socket.once('close', () => open.delete(socket));
    },
    destroyAll() {
      isOver = true;
      for (const socket of open) broken(socket);
    },
  };
}

/** `pg` takes the end of a socket that was connected for the end of its session, and waits for one that was not unless told why. */
function broken(socket: Socket): Socket {
  return socket.destroy(socket.pending ? new Error('Connection terminated: this process is ending') : undefined);
}
