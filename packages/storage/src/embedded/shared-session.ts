import type { Batch } from './batch-buffer.ts';
import { findError, readReply, type Notification } from './backend-reply.ts';
import { Gate } from './gate.ts';
import { quoteIdentifier, settingsSql } from './session-settings.ts';
import { errorResponse, readyForQuery, type ServerError } from './server-messages.ts';
import { closeStatement, query, sync } from './wire-messages.ts';

/** What runs the bytes; the engine in its thread. */
export interface BatchRunner {
  run(messages: Uint8Array): Buffer;
}

export interface SharedSessionOptions {
  readonly gateTimeoutMs: number;
  reply(connection: number, bytes: Uint8Array): void;
  notify(notification: Notification): void;
}

interface Connection {
  /** The message that gives the session this connection's role and settings. */
  readonly settings: Buffer;
  /** Channels to listen to again once its transaction is over. */
  relisten: readonly string[];
}

type BatchToRun = Batch & { readonly stillListening?: readonly string[] | undefined };

/** Many connections on the engine's one session, each as if it were alone. */
export class SharedSession {
  readonly #engine: BatchRunner;
  readonly #options: SharedSessionOptions;
  readonly #gate: Gate;
  readonly #connections = new Map<number, Connection>();

  constructor(engine: BatchRunner, options: SharedSessionOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#gate = new Gate(options.gateTimeoutMs);
  }

  /** No connection is in the middle of a transaction. */
  get free(): boolean {
    return this.#gate.owner === undefined;
  }

  /** Tries the settings, so that a role that does not exist fails the connection and not its first query. */
  open(connection: number, settings: string): void {
    this.#connections.set(connection, { settings: query(settings), relisten: [] });
    this.#gate.enter(connection, {
      run: () => {
        this.#options.reply(connection, this.#applySettings(connection) ?? new Uint8Array());
        return false;
      },
      refuse: (reason) => this.#options.reply(connection, errorResponse(this.#refusal(reason))),
    });
  }

  run(connection: number, batch: BatchToRun): void {
    this.#gate.enter(connection, {
      run: (continued) => this.#run(connection, batch, continued),
      refuse: (reason) => this.#answerError(connection, errorResponse(this.#refusal(reason)), batch.syncs),
    });
  }

  /** The client is gone: whatever it left open or prepared is undone. */
  close(connection: number, statements: readonly string[]): void {
    this.#gate.forget(connection);
    this.#gate.enter(connection, {
      patient: true,
      run: (continued) => {
        // Sync first: after an error in mid-batch the engine skips everything else.
        const undo = continued ? [sync(), query('ROLLBACK')] : [];
        const messages = [...undo, ...statements.map((name) => closeStatement(name)), sync()];
        if (messages.length > 1) this.#engine.run(Buffer.concat(messages));
        this.#connections.delete(connection);
        return false;
      },
      refuse: () => {},
    });
  }

  /** Refuses all that wait; what is open is rolled back by the engine's own end. */
  shutDown(): void {
    this.#gate.close();
  }

  /** Runs SQL of the engine's own as the owner. Only when `free`. */
  runAsOwner(sql: string): void {
    this.#engine.run(query(settingsSql(new Map())));
    this.#engine.run(query(sql));
  }

  #run(connection: number, batch: BatchToRun, continued: boolean): boolean {
    const refused = continued ? undefined : this.#applySettings(connection);
    if (refused !== undefined) {
      this.#answerError(connection, refused, batch.syncs);
      return false;
    }
    const { bytes, notifications, idle } = readReply(this.#engine.run(batch.bytes));
    this.#listenAgain(connection, batch.stillListening, idle);
    this.#options.reply(connection, bytes);
    for (const notification of notifications) this.#options.notify(notification);
    return !idle;
  }

  /** Returns Postgres's error when the settings are not to be had; nothing may then run. */
  #applySettings(connection: number): Buffer | undefined {
    const { settings } = this.#connections.get(connection) ?? {};
    if (settings === undefined) throw new Error('a batch of a connection that was never opened');
    return findError(this.#engine.run(settings));
  }

  /** One connection's UNLISTEN ends it for all: the others' channels are listened to again before anything else runs. */
  #listenAgain(id: number, stillListening: readonly string[] | undefined, idle: boolean): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    if (stillListening !== undefined) connection.relisten = stillListening;
    if (!idle || connection.relisten.length === 0) return;
    this.#engine.run(query(connection.relisten.map((channel) => `LISTEN ${quoteIdentifier(channel)}`).join('; ')));
    connection.relisten = [];
  }

  #answerError(connection: number, error: Uint8Array, syncs: number): void {
    // Without a Sync nothing but the error is due; the client sends its Sync on reading it.
    const answers = Array.from({ length: syncs }, () => [error, readyForQuery()]).flat();
    this.#options.reply(connection, Buffer.concat(syncs === 0 ? [error] : answers));
  }

  #refusal(reason: 'timeout' | 'closing'): ServerError {
    if (reason === 'closing') return { severity: 'FATAL', code: '57P01', text: 'the embedded database is closing' };
    const seconds = this.#options.gateTimeoutMs / 1000;
    return {
      severity: 'ERROR',
      code: '55P03',
      text: `the embedded database was busy for ${seconds} s: another connection has a transaction open (is the pool used inside a transaction's callback?)`,
    };
  }
}
