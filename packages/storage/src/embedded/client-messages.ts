import { BatchBuffer, type Batch } from './batch-buffer.ts';
import { ProtocolViolation } from './protocol-violation.ts';
import { inspectStatement, type StatementInspection } from './statement-inspection.ts';
import { StatementNames } from './statement-names.ts';
import { clientMessage, copyFail, headerLength, message as typedMessage, query, typeOf } from './wire-messages.ts';

/** A batch with what its answer has to be treated by. */
export interface ClientBatch extends Batch {
  /** It holds COPY data, for which the client has been told to go on already. */
  readonly copied: boolean;
  /** It ends listening to a channel. */
  readonly unlistens: boolean;
}

export interface ClientMessagesOptions {
  readonly connection: number;
  listen(channel: string): void;
  unlisten(channel: string): void;
  /** The client waits to be told to send its COPY data. */
  copyIn(): void;
}

/** Turns what one client sends into batches that are safe on a session which it shares with others. */
export class ClientMessages {
  readonly #options: ClientMessagesOptions;
  readonly #names: StatementNames;
  readonly #batch = new BatchBuffer();
  /** Between COPY ... FROM STDIN and the end of its data. */
  #copying = false;
  #copied = false;
  #unlistens = false;
  /** A prepared statement may be a COPY ... FROM STDIN. */
  #guardsExecute = false;
  #terminated = false;

  constructor(options: ClientMessagesOptions) {
    this.#options = options;
    this.#names = new StatementNames(options.connection);
  }

  /** Prepared statements that the session may still hold for this client. */
  get statements(): readonly string[] {
    return this.#names.held;
  }

  /** The client has said that it goes. */
  get terminated(): boolean {
    return this.#terminated;
  }

  /** @throws ProtocolViolation for what would end the engine. */
  take(message: Buffer): void {
    if (message[0] === clientMessage.terminate) this.#terminated = true;
    else if (this.#copying) this.#takeCopyData(message);
    else this.#takeMessage(message);
  }

  /** What can be run now. */
  takeBatch(): ClientBatch | undefined {
    const batch = this.#batch.take();
    if (batch === undefined) return undefined;
    const taken = { ...batch, copied: this.#copied, unlistens: this.#unlistens };
    this.#copied = this.#unlistens = false;
    return taken;
  }

  #takeMessage(message: Buffer): void {
    switch (typeOf(message)) {
      case clientMessage.query:
        this.#takeQuery(message);
        break;
      case clientMessage.parse:
        this.#takeParse(message);
        break;
      case clientMessage.execute:
        this.#batch.add(message);
        if (this.#guardsExecute) this.#batch.add(noCopyData());
        break;
      case clientMessage.bind:
      case clientMessage.describe:
      case clientMessage.close:
        this.#addNamed(message);
        break;
      case clientMessage.sync:
        this.#batch.add(message);
        this.#batch.ready(1);
        break;
      case clientMessage.flush:
        this.#batch.add(message);
        this.#batch.ready(0);
        break;
      case clientMessage.copyData:
      case clientMessage.copyDone:
      case clientMessage.copyFail:
        // A server skips what comes after a COPY has failed.
        break;
      default:
        throw new ProtocolViolation(`invalid frontend message type ${message[0]}`);
    }
  }

  #takeQuery(message: Buffer): void {
    const inspection = inspectStatement(message);
    this.#follow(inspection);
    this.#batch.add(inspection?.refused === undefined ? message : query(refusal(inspection.refused)));
    if (inspection?.copyIn === true) {
      // The engine takes statement and data in one go, so the client is told to go on before the engine has seen either.
      this.#copying = true;
      this.#options.copyIn();
      return;
    }
    if (inspection?.mentionsStdin === true) this.#batch.add(noCopyData());
    this.#batch.ready(1);
  }

  #takeParse(message: Buffer): void {
    const inspection = inspectStatement(message);
    this.#follow(inspection);
    if (inspection?.mentionsStdin === true) this.#guardsExecute = true;
    this.#addNamed(inspection?.refused === undefined ? message : parseRefusal(message, inspection.refused));
  }

  #follow(inspection: StatementInspection | undefined): void {
    for (const channel of inspection?.listen ?? []) this.#options.listen(channel);
    for (const channel of inspection?.unlisten ?? []) {
      this.#unlistens = true;
      this.#options.unlisten(channel);
    }
  }

  #takeCopyData(message: Buffer): void {
    switch (typeOf(message)) {
      case clientMessage.copyData:
        this.#batch.add(message);
        break;
      case clientMessage.copyDone:
      case clientMessage.copyFail:
        this.#batch.add(message);
        this.#batch.ready(1);
        this.#copying = false;
        this.#copied = true;
        break;
      case clientMessage.sync:
      case clientMessage.flush:
        // A server skips these while it copies.
        break;
      default:
        throw new ProtocolViolation(`unexpected message type ${message[0]} during COPY from stdin`);
    }
  }

  #addNamed(message: Buffer): void {
    for (const part of this.#names.rewrite(message)) this.#batch.add(part);
  }
}

/** Ends a COPY that would otherwise wait for data, and with it the engine; a server skips it when there is none. */
function noCopyData(): Buffer {
  return copyFail('COPY FROM STDIN must be a query of its own');
}

/** A statement that fails, where the client's would have touched the other connections. */
function refusal(statement: string): string {
  const text = `${statement} is not supported by the embedded database: its connections share one session`;
  return `DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '0A000', MESSAGE = '${text}'; END $$`;
}

function parseRefusal(parse: Buffer, statement: string): Buffer {
  const name = parse.toString('latin1', headerLength, parse.indexOf(0, headerLength));
  return typedMessage('P', name, refusal(statement), Buffer.from([0, 0]));
}
