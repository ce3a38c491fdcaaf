import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { faultOfHttp, HttpFault } from '../errors/http-fault.ts';
import type { HttpFaultStatus } from '../errors/http-fault.ts';
import { isAwaitedLong } from './long-body.ts';
import { problemOf } from '../errors/problem.ts';

/** Answers what never became a request (bad syntax, headers too large or too slow) and ends the connection. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Node tells of it once a request, and goes on reading unless it is ended here.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isAwaitedLong(socket)) return;
  if (socket.writable) socket.write(rawAnswer(statusOfCode(error.code)));
  socket.destroy();
}

function statusOfCode(code: string | undefined): HttpFaultStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function rawAnswer(status: HttpFaultStatus): string {
  const { headers, body } = problemOf(faultOfHttp(new HttpFault(status)), { requestId: randomUUID() });
  const text = JSON.stringify(body);
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' });
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}
