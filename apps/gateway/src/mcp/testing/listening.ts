import { onTestFinished } from 'vitest';
import { createTestApp } from './app.ts';
import type { TestApp, TestAppOptions, TestKey } from './app.ts';
import type { Message } from './messages.ts';

export interface ListeningApp extends TestApp {
  /** Sends one request over a socket; for a body that is a message, POST. */
  send(key: TestKey | undefined, request: SentRequest): Promise<Response>;
}

interface SentRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly message?: Message;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The endpoint on a socket of its own until the test ends. */
export async function listeningApp(options: TestAppOptions = {}): Promise<ListeningApp> {
  const endpoint = createTestApp(options);
  const url = await endpoint.app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    // The test's own client keeps connections open that it never used.
    endpoint.app.server.closeAllConnections();
    return endpoint.app.close();
  });
  const send: ListeningApp['send'] = (key, { method = 'POST', message, headers, signal }) =>
    fetch(`${url}/mcp`, {
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(key && { authorization: `Bearer ${key.secret}` }),
        ...(message && { 'content-type': 'application/json' }),
        ...message?.headers,
        ...headers,
      },
      ...(message && { body: JSON.stringify(message.body) }),
      ...(signal && { signal }),
    });
  return { ...endpoint, send };
}
