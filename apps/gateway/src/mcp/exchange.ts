import type { IncomingHttpHeaders } from 'node:http';
import type { Accepted } from './accept.ts';
import type { Caller } from '../caller/call-context.ts';
import type { Inbound } from './inbound.ts';

/** One POST: a message, who sent it, and how it may be answered. */
export interface Exchange<Message extends Inbound = Inbound> {
  readonly message: Message;
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  readonly accepts: Accepted;
  /** Calls back when the answer was sent or the client went away. */
  onEnd(callback: () => void): void;
}

/** The text of a JSON answer with its status; an empty text is an answer without a body. */
export interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

/** What an SDK answers with may be a stream. */
export type Answer = TextAnswer | Response;

/** What a message that asks for nothing gets. */
export const acknowledged: TextAnswer = { status: 202, text: '' };

/** The value of a header that is meant to come once. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
