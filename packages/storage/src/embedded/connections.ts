import { Channels } from './channels.ts';
import { EmbeddedSocket } from './embedded-socket.ts';
import type { EngineThread } from './engine-thread.ts';

/** The connections to one engine. */
export class Connections {
  readonly #engine: EngineThread;
  readonly #channels: Channels<EmbeddedSocket>;
  readonly #sockets = new Set<EmbeddedSocket>();
  #made = 0;

  constructor(engine: EngineThread, channels: Channels<EmbeddedSocket>) {
    this.#engine = engine;
    this.#channels = channels;
  }

  /** A number that no other connection has. */
  nextNumber(): number {
    return ++this.#made;
  }

  connect(): EmbeddedSocket {
    const socket = new EmbeddedSocket({ connection: this.nextNumber(), engine: this.#engine, channels: this.#channels });
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  /** The engine is closed: says so to those that are still connected. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.hangUp('57P01', 'terminating connection because the embedded database was closed');
  }

  /** The engine is broken: nothing more comes, and nobody knows what became of what was asked last. */
  break(reason: Error): void {
    for (const socket of this.#sockets) socket.destroy(reason);
  }
}
