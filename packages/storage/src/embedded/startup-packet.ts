import { ProtocolViolation } from './protocol-violation.ts';

export type StartupPacket =
  /** A connection begins; the settings are those of the `options` parameter. */
  | { readonly kind: 'start'; readonly settings: ReadonlyMap<string, string> }
  /** The client asks for TLS or GSS encryption. */
  | { readonly kind: 'encryption' }
  /** The client asks to cancel another connection's query. */
  | { readonly kind: 'cancel' };

const protocolMajor = 3;
const cancelCode = 80_877_102;
const tlsCode = 80_877_103;
const gssCode = 80_877_104;

/** @throws ProtocolViolation for another protocol version or options that Postgres does not take either. */
export function readStartupPacket(packet: Buffer): StartupPacket {
  const code = packet.readInt32BE(4);
  if (code === tlsCode || code === gssCode) return { kind: 'encryption' };
  if (code === cancelCode) return { kind: 'cancel' };
  if (code >> 16 !== protocolMajor) throw new ProtocolViolation('unsupported frontend protocol');
  return { kind: 'start', settings: parseOptions(parameter(packet, 'options')) };
}

function parameter(packet: Buffer, name: string): string {
  const fields = packet.toString('utf8', 8).split('\0');
  const index = fields.findIndex((field, at) => at % 2 === 0 && field === name);
  return index === -1 ? '' : (fields[index + 1] ?? '');
}

/** `-c name=value`, `-cname=value` and `--name=value`; blanks part words unless a backslash stands before them. */
function parseOptions(options: string): ReadonlyMap<string, string> {
  const words = (options.match(/(?:\\[\s\S]|[^\s\\])+/g) ?? []).map((word) => word.replace(/\\([\s\S])/g, '$1'));
  const settings = new Map<string, string>();
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] === '-c' ? `-c${words[++at] ?? ''}` : (words[at] ?? '');
    const [, name = '', value = ''] = /^(?:-c|--)([a-z_][\w.-]*)=([\s\S]*)$/i.exec(word) ?? [];
    if (name === '') throw new ProtocolViolation('invalid command-line argument for server process');
    settings.set(name.replaceAll('-', '_').toLowerCase(), value);
  }
  return settings;
}
