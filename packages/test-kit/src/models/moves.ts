import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How one request is answered; what is left out is as it should be. */
export interface Move {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes out as JSON, a text as it is. */
  readonly body?: unknown;
  /** Before anything goes out. */
  readonly delayMs?: number;
  /** `hang`: nothing ever comes. `half`: the connection breaks in the middle of the body. `drip`: a byte every 100 ms. `flood`: a body without end. */
  readonly fault?: 'hang' | 'half' | 'drip' | 'flood';
}

/** Answers a request by a move. */
export async function play(response: ServerResponse, move: Move, rightly: () => unknown): Promise<void> {
  const { status = 200, headers = {}, delayMs = 0, fault } = move;
  if (fault === 'hang') return;
  if (delayMs > 0) await sleep(delayMs);
  if (response.destroyed) return;
  const body = 'body' in move ? move.body : status === 200 ? rightly() : { error: { message: `status ${status}`, type: 'scripted' } };
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', ...(fault ? {} : { 'content-length': bytes.length }), ...headers });
  if (fault === 'half') await breakOff(response, bytes);
  else if (fault === 'drip') await drip(response, bytes);
  else if (fault === 'flood') await flood(response);
  else response.end(bytes);
}

async function breakOff(response: ServerResponse, bytes: Buffer): Promise<void> {
  response.write(bytes.subarray(0, bytes.length / 2));
  await sleep(20);
  response.destroy();
}

async function drip(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(100);
  }
  response.end();
}

async function flood(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(1_048_576, ' ');
  while (!response.destroyed) {
    if (!response.write(piece)) await sleep(1);
  }
}
