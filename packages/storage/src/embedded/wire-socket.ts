import { Duplex } from 'node:stream';
import { FrameReader } from './frame-reader.ts';
import { GateTimeout } from './gate.ts';
import { mayChangeSession, SessionSettings } from './session-settings.ts';
import { StatementNames } from './statement-names.ts';
import type { Switchboard } from './switchboard.ts';
import { cstring, errorFrame, frame, idle, int32, readCstring, readyFrame, wireType } from './wire.ts';

let lastNumber = 0;

// Tells the client to send its data; column formats are left out, as no client needs them.
const copyInFrame = frame('G', Buffer.from([0, 0, 0]));

/**
 * One connection as `pg` sees it: a socket that speaks the wire protocol. Messages are collected up to Sync, Query or Flush and
 * run as one batch; batches run one after the other.
 */
export class WireSocket extends Duplex {
  /** Channels that this connection listens on. */
  readonly channels = new Set<string>();
  settings = new SessionSettings(new Map());
  /** Last word of the server about the transaction: `I`, `T` or `E`. */
  status = idle;
  /** Whether a statement of this connection may change the session beyond its own transaction. */
  mayChangeSession = false;
  readonly #board: Switchboard;
  readonly #reader = new FrameReader();
  readonly #number = ++lastNumber;
  readonly #names = new StatementNames(`c${this.#number}_`);
  #batch: Buffer[] = [];
  #copying = false;
  #chain: Promise<void> = Promise.resolve();

  constructor(board: Switchboard) {
    super({ allowHalfOpen: false });
    this.#board = board;
  }

  // What `pg` calls on a net.Socket.
  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  /** Resolves when no batch of this connection runs. */
  settled(): Promise<void> {
    return this.#chain.catch(() => {});
  }

  deliver(bytes: Buffer): void {
    if (!this.destroyed && !this.readableEnded) this.push(bytes);
  }

  /** Messages that drop what this connection prepared; undefined when it prepared nothing. */
  closePrepared(): Buffer | undefined {
    return this.#names.closeAll();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#reader.push(
      chunk,
      (packet) => this.#greet(packet),
      (message) => this.#take(message),
    );
    done();
  }

  override _final(done: () => void): void {
    void this.settled().then(() => {
      this.push(null);
      done();
      this.destroy();
    });
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#board.forget(this);
    done(error);
  }

  #take(message: Buffer): void {
    const type = message[0];
    if (type === wireType.terminate) {
      this.end();
      return;
    }
    if (type === wireType.query || type === wireType.parse) this.#inspect(message);
    this.#batch.push(this.#names.own(message));
    if (this.#copying) {
      if (type === wireType.copyDone || type === wireType.copyFail) this.#endCopy();
    } else if (type === wireType.query || type === wireType.sync || type === wireType.flush) {
      this.#dispatch({ holds: type === wireType.flush });
    }
  }

  /** Looks at a statement for what concerns more than the engine. */
  #inspect(message: Buffer): void {
    const at = message[0] === wireType.query ? 1 + 4 : readCstring(message, 1 + 4).end;
    const sql = readCstring(message, at).text;
    const listen = /^(listen|unlisten)\s+(?:"([^"]+)"|([\w$]+|\*))/i.exec(withoutLeadingComments(sql));
    if (listen) this.#follow(listen[1] as string, (listen[2] ?? listen[3]) as string);
    if (mayChangeSession(sql)) this.mayChangeSession = true;
    if (message[0] === wireType.query && /^copy\b[^;]*\bfrom\s+stdin\b/i.test(withoutLeadingComments(sql))) {
      // The engine takes statement and data together, so the client is told to go on before the engine has seen anything.
      this.#copying = true;
      this.push(copyInFrame);
    }
  }

  #follow(verb: string, channel: string): void {
    if (verb.toLowerCase() === 'listen') this.channels.add(channel);
    else if (channel === '*') this.channels.clear();
    else this.channels.delete(channel);
  }

  #endCopy(): void {
    this.#copying = false;
    this.#dispatch({ holds: false, isCopy: true });
  }

  #dispatch(how: { readonly holds: boolean; readonly isCopy?: boolean }): void {
    const batch = this.#batch.length === 1 ? (this.#batch[0] as Buffer) : Buffer.concat(this.#batch);
    this.#batch = [];
    this.#chain = this.#chain.then(() => this.#run(batch, how)).catch((error: unknown) => void this.destroy(error as Error));
  }

  async #run(batch: Buffer, { holds, isCopy }: { readonly holds: boolean; readonly isCopy?: boolean }): Promise<void> {
    try {
      await this.#board.enter(this);
    } catch (error) {
      if (!(error instanceof GateTimeout)) throw error;
      // As a server would: lock_not_available, and the connection goes on.
      this.deliver(Buffer.concat([errorFrame('55P03', error.message), readyFrame]));
      return;
    }
    if (this.destroyed) return;
    const reply = await this.#board.run(this, batch);
    // After a Flush the Sync is still to come; nobody may slip in between.
    if (this.status === idle && !holds) this.#board.leave(this);
    this.deliver(isCopy ? withoutCopyIn(reply) : reply);
  }

  #greet(packet: Buffer): void {
    this.settings = SessionSettings.fromStartup(packet);
    const status = (name: string, value: string): Buffer => frame('S', cstring(name), cstring(value));
    this.push(
      Buffer.concat([
        frame('R', int32(0)),
        status('server_version', this.#board.serverVersion),
        status('server_encoding', 'UTF8'),
        status('client_encoding', 'UTF8'),
        status('DateStyle', 'ISO, MDY'),
        status('TimeZone', 'UTC'),
        status('integer_datetimes', 'on'),
        status('standard_conforming_strings', 'on'),
        frame('K', int32(this.#number, 1)),
        readyFrame,
      ]),
    );
  }
}

const leading = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*/;

const withoutLeadingComments = (sql: string): string => sql.slice(leading.exec(sql)?.[0].length ?? 0);

/** The engine's own word to go on with a copy, which the client had already. */
function withoutCopyIn(reply: Buffer): Buffer {
  return reply[0] === wireType.copyIn ? reply.subarray(1 + reply.readInt32BE(1)) : reply;
}
