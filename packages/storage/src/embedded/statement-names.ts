import { cstring, frame, syncFrame, wireType } from './wire.ts';

const bodyAt = 5;

/** Names of prepared statements and portals belong to a session, which all connections share: each gets a prefix of its own. */
export class StatementNames {
  readonly #prefix: Buffer;
  readonly #prepared = new Set<string>();

  constructor(prefix: string) {
    this.#prefix = Buffer.from(prefix);
  }

  /** The message with its names made the connection's own. */
  own(message: Buffer): Buffer {
    const type = message[0];
    if (type === wireType.parse) {
      this.#remember(message, bodyAt);
      return this.#prefixed(message, bodyAt);
    }
    // Portal first, then the statement. Portals end with their transaction, which no other connection sees.
    if (type === wireType.bind) return this.#prefixed(message, message.indexOf(0, bodyAt) + 1);
    if ((type === wireType.describe || type === wireType.close) && message[bodyAt] === wireType.statement) {
      return this.#prefixed(message, bodyAt + 1);
    }
    return message;
  }

  /** One batch that closes every statement still prepared. */
  closeAll(): Buffer | undefined {
    if (this.#prepared.size === 0) return undefined;
    const closes = Array.from(this.#prepared, (name) => frame('C', Buffer.from('S'), this.#prefix, cstring(name)));
    return Buffer.concat([...closes, syncFrame]);
  }

  #remember(message: Buffer, at: number): void {
    const name = message.toString('utf8', at, message.indexOf(0, at));
    if (name !== '') this.#prepared.add(name);
  }

  /** Nameless ones last until the next message of their kind, within one batch, and stay as they are. */
  #prefixed(message: Buffer, at: number): Buffer {
    if (message[at] === 0) return message;
    const named = Buffer.concat([message.subarray(0, at), this.#prefix, message.subarray(at)]);
    named.writeInt32BE(named.length - 1, 1);
    return named;
  }
}
