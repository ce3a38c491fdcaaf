import type { Engine } from './engine.ts';
import { Gate } from './gate.ts';
import { framesOf, idle, queryFrame, wireType } from './wire.ts';
import { WireSocket } from './wire-socket.ts';

/**
 * Many connections over the engine's one session. A connection keeps the gate from BEGIN to COMMIT or ROLLBACK, so transactions
 * cannot mix; the session takes on each connection's own settings before its batch; notifications go to those that listen.
 */
export class Switchboard {
  readonly #engine: Engine;
  readonly #gate: Gate<WireSocket>;
  readonly #sockets = new Set<WireSocket>();
  /** Key of the settings that the session has now; undefined when it may have been changed. */
  #settings: string | undefined;

  constructor(engine: Engine, options: { readonly gateTimeoutMs: number }) {
    this.#engine = engine;
    this.#gate = new Gate(options.gateTimeoutMs);
    void engine.died.then((error) => {
      for (const socket of this.#sockets) socket.destroy(error);
    });
  }

  get serverVersion(): string {
    return this.#engine.serverVersion;
  }

  connect(): WireSocket {
    const socket = new WireSocket(this);
    this.#sockets.add(socket);
    return socket;
  }

  /** @throws GateTimeout when another connection holds the engine for too long. */
  enter(socket: WireSocket): Promise<void> | undefined {
    return this.#gate.enter(socket);
  }

  leave(socket: WireSocket): void {
    this.#gate.leave(socket);
  }

  /** Runs one batch for the connection that holds the gate; gives what belongs to it of the reply. */
  async run(socket: WireSocket, batch: Uint8Array): Promise<Buffer> {
    const { key } = socket.settings;
    const needed = socket.status === idle && this.#settings !== key;
    const { output, settingsFailed } = await this.#engine.run(batch, needed ? socket.settings.toFrame() : undefined);
    if (needed) this.#settings = settingsFailed ? undefined : key;
    if (socket.mayChangeSession) this.#settings = undefined;
    return this.#sort(socket, output);
  }

  /** Ends a connection: what it had open is rolled back, what it had prepared is dropped, its place is free. */
  async forget(socket: WireSocket): Promise<void> {
    this.#sockets.delete(socket);
    this.#gate.giveUp(socket, new Error('connection closed'));
    await socket.settled();
    try {
      if (this.#gate.holds(socket)) await this.#engine.run(queryFrame('rollback'), undefined);
      const leftovers = socket.closePrepared();
      if (leftovers) {
        await this.#gate.enter(socket);
        await this.#engine.run(leftovers, undefined);
      }
    } catch {
      // The engine is gone or busy for too long; either way nothing of the connection can be reached any more.
    } finally {
      this.#gate.leave(socket);
    }
  }

  /** Notes the state of the transaction, and takes notifications out of the reply for those that listen. */
  #sort(socket: WireSocket, reply: Buffer): Buffer {
    const own: Buffer[] = [];
    let isWhole = true;
    for (const frame of framesOf(reply)) {
      if (frame[0] === wireType.notification) {
        isWhole = false;
        this.#deliver(frame);
        continue;
      }
      if (frame[0] === wireType.ready) socket.status = frame[5] as number;
      own.push(frame);
    }
    return isWhole ? reply : Buffer.concat(own);
  }

  #deliver(frame: Buffer): void {
    const channel = frame.toString('utf8', 9, frame.indexOf(0, 9));
    for (const socket of this.#sockets) {
      if (socket.channels.has(channel)) setImmediate(() => socket.deliver(frame));
    }
  }
}
