import { Duplex } from 'node:stream';
import type { Channels } from './channels.ts';
import { ClientMessages, type ClientBatch } from './client-messages.ts';
import type { EngineThread } from './engine-thread.ts';
import { FrontendFramer } from './frontend-framer.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { copyInResponse, errorResponse, greeting, withoutCopyInResponse } from './server-messages.ts';
import { settingsSql } from './session-settings.ts';
import { readStartupPacket } from './startup-packet.ts';

type Done = (error?: Error | null) => void;

export interface SocketOptions {
  readonly connection: number;
  readonly engine: EngineThread;
  readonly channels: Channels<EmbeddedSocket>;
}

/**
 * A connection to the embedded database, in memory: the client's end of a socket whose other end is a server. A write is
 * done when the engine has answered it; what is written meanwhile goes to the engine in one go.
 */
export class EmbeddedSocket extends Duplex {
  readonly #connection: number;
  readonly #engine: EngineThread;
  readonly #channels: Channels<EmbeddedSocket>;
  readonly #framer = new FrontendFramer();
  readonly #messages: ClientMessages;
  #started = false;
  #ended = false;

  constructor({ connection, engine, channels }: SocketOptions) {
    super({ allowHalfOpen: false });
    this.#connection = connection;
    this.#engine = engine;
    this.#channels = channels;
    this.#messages = new ClientMessages({
      connection,
      listen: (channel) => channels.listen(this, channel),
      unlisten: (channel) => channels.unlisten(this, channel),
      copyIn: () => this.deliver(copyInResponse()),
    });
    // Its user listens for errors; until one does, a broken connection must not end the process.
    this.on('error', () => {});
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

  /** Hands bytes to the client, unless it is gone. */
  deliver(bytes: Buffer): void {
    if (!this.#ended && !this.destroyed) this.push(bytes);
  }

  /** Ends the connection as a server does. */
  hangUp(code: string, text: string): void {
    this.deliver(errorResponse({ severity: 'FATAL', code, text }));
    this.#end();
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#receive([chunk], done);
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
    this.#receive(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: Done): void {
    this.#end();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#channels.unlisten(this, '*');
    this.#engine.close(this.#connection, this.#messages.statements);
    done(error);
  }

  #end(): void {
    if (!this.#ended) this.push(null);
    this.#ended = true;
  }

  #receive(chunks: readonly Buffer[], done: Done): void {
    try {
      const work = this.#take(chunks);
      if (work === undefined) done();
      else work.then(() => done(), done);
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.hangUp('08P01', error.message);
      done();
    }
  }

  /** Returns what is to be waited for before more is taken. */
  #take(chunks: readonly Buffer[]): Promise<void> | undefined {
    let opening: Promise<void> | undefined;
    for (const chunk of chunks) {
      this.#framer.feed(chunk, (message) => {
        if (this.#started) this.#messages.take(message);
        else opening = this.#start(message);
      });
    }
    if (this.#messages.terminated) this.#end();
    if (opening !== undefined) return opening;
    const batch = this.#messages.takeBatch();
    return batch === undefined ? undefined : this.#run(batch);
  }

  async #run(batch: ClientBatch): Promise<void> {
    const { bytes, syncs, copied, unlistens } = batch;
    const stillListening = unlistens ? this.#channels.all() : undefined;
    const reply = await this.#engine.run(this.#connection, { bytes, syncs }, stillListening);
    this.deliver(copied ? withoutCopyInResponse(reply) : reply);
  }

  #start(packet: Buffer): Promise<void> | undefined {
    const startup = readStartupPacket(packet);
    // Nothing can stop a running statement; a server answers a cancel request with nothing but the end, too.
    if (startup.kind === 'cancel') this.#end();
    if (startup.kind === 'encryption') this.deliver(Buffer.from('N'));
    if (startup.kind !== 'start') return undefined;
    this.#started = true;
    this.#framer.startupRead();
    return this.#open(settingsSql(startup.settings));
  }

  async #open(settings: string): Promise<void> {
    if (this.#engine.over !== undefined) return this.hangUp('57P03', this.#engine.over.message);
    const error = await this.#engine.open(this.#connection, settings);
    if (error.length === 0) return this.deliver(greeting(this.#engine.serverVersion, this.#connection));
    this.deliver(error);
    this.#end();
  }
}
