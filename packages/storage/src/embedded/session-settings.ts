import { readCstring, queryFrame } from './wire.ts';

/**
 * What a connection asked for in its start-up packet. All connections share one session of the engine, so before a batch the
 * session is put into the state that the batch's connection expects.
 */
export class SessionSettings {
  readonly #options: ReadonlyMap<string, string>;

  constructor(options: ReadonlyMap<string, string>) {
    this.#options = options;
  }

  /** Reads `-c name=value` out of the start-up packet's `options`; a backslash escapes a blank, as in libpq. */
  static fromStartup(packet: Buffer): SessionSettings {
    const options = new Map<string, string>();
    // Four bytes of length and four of protocol version come first.
    for (let at = 8; at < packet.length && packet[at] !== 0;) {
      const name = readCstring(packet, at);
      const value = readCstring(packet, name.end);
      if (name.text === 'options') readOptions(value.text, options);
      at = value.end;
    }
    return new SessionSettings(options);
  }

  /** Two connections with the same key can use the session one after the other without a change. */
  get key(): string {
    return JSON.stringify([...this.#options].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /**
   * One simple query, hence one transaction: all of it applies, or none and the error says why. The role comes last, since a
   * lesser role may not be allowed the rest.
   */
  toFrame(): Buffer {
    const set = [...this.#options]
      .filter(([name]) => name !== 'role')
      .map(([name, value]) => `set ${quotedName(name)} to ${name.toLowerCase() === 'search_path' ? value : literal(value)}`);
    const role = this.#options.get('role');
    return queryFrame(['reset role', 'reset all', ...set, ...(role === undefined ? [] : [`set role ${literal(role)}`])].join('; '));
  }
}

function readOptions(text: string, into: Map<string, string>): void {
  for (const match of text.matchAll(/(?:-c\s*|--)([A-Za-z_][\w.]*)=((?:\\.|[^\s\\])*)/g)) {
    into.set(match[1] as string, (match[2] as string).replaceAll(/\\(.)/g, '$1'));
  }
}

const quotedName = (name: string): string =>
  name
    .split('.')
    .map((part) => `"${part.toLowerCase()}"`)
    .join('.');
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const changesSession =
  /(?:^|;)\s*(?:set(?!\s+(?:local|transaction|constraints)\b)|reset|discard|do\b)|set_config\s*\((?!(?:[^()]|\([^()]*\))*,\s*true\s*\))/i;

/** Whether a statement may leave the shared session changed, after which the next connection starts from its own settings again. */
export function mayChangeSession(sql: string): boolean {
  return changesSession.test(sql);
}
