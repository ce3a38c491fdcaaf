import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What came over a raw connection until it ended. */
export interface Wired {
  /** Of the first answer; 0 when none came. */
  readonly status: number;
  /** Lower-case names; of the first answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Everything, later answers among it. */
  readonly all: string;
}

export interface WireOptions {
  /** Milliseconds between two pieces. Default 10. */
  readonly pauseMs?: number;
  /** Milliseconds after which what has come is taken. Default 10,000. */
  readonly timeoutMs?: number;
}

/** Writes the pieces one after the other, each in a packet of its own, and reads until the product ends the connection. */
export async function overWire(port: number, pieces: readonly (string | Uint8Array)[], options: WireOptions = {}): Promise<Wired> {
  const { pauseMs = 10, timeoutMs = 10_000 } = options;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The product may end the connection while we write.
  socket.on('error', () => {});
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const timer = setTimeout(() => socket.destroy(), timeoutMs);
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await sleep(pauseMs);
    if (!socket.destroyed) socket.write(piece);
  }
  await over;
  clearTimeout(timer);
  return readAnswer(Buffer.concat(chunks).toString('utf8'));
}

function readAnswer(all: string): Wired {
  const [top = '', ...rest] = all.split('\r\n\r\n');
  const [first = '', ...lines] = top.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n'), all };
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** The head of a request, which asks to end the connection. */
export function head({ method = 'POST', path, headers = {}, body }: RawRequest): string {
  const lines = { host: '127.0.0.1', connection: 'close', ...(body && { 'content-length': String(body.length) }), ...headers };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

/** One request in one piece, with a body that need not be text. */
export function send(port: number, request: RawRequest, options?: WireOptions): Promise<Wired> {
  return overWire(port, [Buffer.concat([Buffer.from(head(request), 'latin1'), request.body ?? new Uint8Array()])], options);
}
