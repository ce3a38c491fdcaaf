import { clientMessage, headerLength, typeOf } from './wire-messages.ts';

const statementKind = 0x53;

/**
 * Prepared statements belong to a session and all connections share one, so each connection's names are replaced by
 * names of its own: short ones, because Postgres tells names apart by their first 63 bytes only.
 */
export class StatementNames {
  readonly #connection: number;
  readonly #names = new Map<string, string>();
  #made = 0;

  constructor(connection: number) {
    this.#connection = connection;
  }

  /** The message with its statement name replaced, in parts that are to be sent one after the other. */
  rewrite(message: Buffer): readonly Buffer[] {
    const at = nameOffset(message);
    if (at === undefined || message[at] === 0) return [message];
    const end = message.indexOf(0, at);
    const name = this.#nameFor(message.toString('latin1', at, end), message[0]);
    const head = Buffer.concat([message.subarray(0, at), Buffer.from(name, 'latin1')]);
    head.writeInt32BE(message.length - 1 + name.length - (end - at), 1);
    return [head, message.subarray(end)];
  }

  /** Names that the session may still hold for this connection. */
  get held(): readonly string[] {
    return [...this.#names.values()];
  }

  #nameFor(name: string, type: number | undefined): string {
    const known = this.#names.get(name) ?? `c${this.#connection}_${++this.#made}`;
    // Only Parse makes a statement; any other message about an unknown name is answered by an error.
    if (type === clientMessage.parse) this.#names.set(name, known);
    if (type === clientMessage.close) this.#names.delete(name);
    return known;
  }
}

function nameOffset(message: Buffer): number | undefined {
  switch (typeOf(message)) {
    case clientMessage.parse:
      return headerLength;
    case clientMessage.bind:
      return message.indexOf(0, headerLength) + 1;
    case clientMessage.describe:
    case clientMessage.close:
      return message[headerLength] === statementKind ? headerLength + 1 : undefined;
    default:
      return undefined;
  }
}
