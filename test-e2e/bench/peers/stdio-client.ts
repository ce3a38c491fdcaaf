import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

interface Answer {
  readonly id?: number;
  readonly error?: unknown;
  readonly result?: { readonly isError?: boolean };
}

/** An MCP client on a server's standard input and output; many calls may be under way. */
export class StdioClient {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  constructor(main: string, env: Readonly<Record<string, string>>) {
    this.#process = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    if (this.#process.stdout) createInterface({ input: this.#process.stdout }).on('line', (line) => this.#read(line));
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  async initialize(): Promise<void> {
    await this.#request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } });
    this.#write({ method: 'notifications/initialized' });
  }

  /** Whether the tool said that it did it. */
  async call(name: string, args: object): Promise<boolean> {
    const { error, result } = await this.#request('tools/call', { name, arguments: args });
    return error === undefined && result?.isError !== true;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
  }

  #request(method: string, params: object): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#write({ id, method, params });
    });
  }

  #write(message: object): void {
    this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #read(line: string): void {
    const answer = JSON.parse(line) as Answer;
    const resolve = answer.id === undefined ? undefined : this.#waiting.get(answer.id);
    if (answer.id !== undefined) this.#waiting.delete(answer.id);
    resolve?.(answer);
  }
}
