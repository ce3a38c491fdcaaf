import { connect, type Socket } from 'node:net';

/** Longer bodies are counted, not looked at. */
const maxSeen = 4096;

const lengthHeader = /\r\ncontent-length: *(\d+)/i;

export interface HttpAnswer {
  readonly status: number;
  /** The body, when it is short or bodies are kept; else empty. */
  readonly body: string;
}

/** A keep-alive connection that carries one request at a time and costs next to nothing: answers are told apart by their length. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #keepBodies: boolean;
  #head: Buffer | undefined;
  #status = 0;
  #size = -1;
  #received = 0;
  #parts: Buffer[] = [];
  #answered: (answer: HttpAnswer) => void = () => undefined;

  static open(port: number, options: { readonly keepBodies: boolean; readonly broken: (error: Error) => void }): Promise<HttpConnection> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new HttpConnection(socket, options.keepBodies)));
      socket.once('error', options.broken);
      socket.once('end', () => options.broken(new Error('the server closed a connection')));
    });
  }

  private constructor(socket: Socket, keepBodies: boolean) {
    this.#socket = socket;
    this.#keepBodies = keepBodies;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  send(request: Uint8Array, answered: (answer: HttpAnswer) => void): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners();
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    const body = this.#size === -1 ? this.#readHead(chunk) : chunk;
    if (body === undefined) return;
    this.#received += body.length;
    if (this.#keepBodies || this.#size <= maxSeen) this.#parts.push(body);
    if (this.#received >= this.#size) this.#finish();
  }

  /** What follows the head, once all of it is there. */
  #readHead(chunk: Buffer): Buffer | undefined {
    const bytes = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) {
      this.#head = bytes;
      return undefined;
    }
    this.#head = undefined;
    const head = bytes.toString('latin1', 0, end);
    const length = lengthHeader.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer does not tell its length:\n${head}`);
    this.#status = Number(head.slice(9, 12));
    this.#size = Number(length);
    return bytes.subarray(end + 4);
  }

  #finish(): void {
    const body = this.#parts.length === 1 ? String(this.#parts[0]) : Buffer.concat(this.#parts).toString();
    const status = this.#status;
    this.#size = -1;
    this.#received = 0;
    this.#parts = [];
    this.#answered({ status, body });
  }
}
