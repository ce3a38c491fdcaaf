import { once } from 'node:events';
import { connect } from 'node:net';
import { Client } from 'pg';

const TIMEOUT_MS = 3000;

/** Resolves when a Postgres answers a query at the URL. */
export async function postgresAnswers(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  // A server that goes away between two calls says so by an event.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
}

/** Resolves when something that speaks Redis's protocol answers at the URL; one that asks for a password does, too. */
export async function redisAnswers(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 6379), timeout: TIMEOUT_MS });
  socket.once('timeout', () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  try {
    socket.write('PING\r\n');
    const [reply]: unknown[] = await once(socket, 'data');
    if (!/^(\+PONG|-NOAUTH)/.test(String(reply))) throw new Error(`not a Redis that is ready: ${String(reply).trim()}`);
  } finally {
    socket.destroy();
  }
}
