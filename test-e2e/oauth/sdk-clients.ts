import { randomUUID } from 'node:crypto';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import type { OAuthClientProvider as ModernProvider } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ConnectedClient } from '../conformance/clients.ts';
import { walk } from './flow.ts';
import type { Decider } from './flow.ts';

const info = { name: 'cairn-suite', version: '1.0.0' };

/** What a client remembers between two connections, and what it was sent to. */
export interface Memory {
  client?: unknown;
  tokens?: unknown;
  verifier?: string;
  discovery?: unknown;
  sentTo?: URL;
  /** How often it registered. */
  registrations: number;
}

export const newMemory = (): Memory => ({ registrations: 0 });

/** The SDKs' own idea of a client that keeps what it has to in `memory`; both take the same one. */
function providerFor(memory: Memory) {
  const state = randomUUID();
  return {
    redirectUrl: 'http://127.0.0.1:57999/callback',
    clientMetadata: {
      client_name: 'SDK suite',
      redirect_uris: ['http://127.0.0.1:57999/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => state,
    clientInformation: () => memory.client,
    saveClientInformation(client: unknown) {
      memory.client = client;
      memory.registrations += 1;
    },
    tokens: () => memory.tokens,
    saveTokens(tokens: unknown) {
      memory.tokens = tokens;
    },
    redirectToAuthorization(address: URL) {
      memory.sentTo = address;
    },
    saveCodeVerifier(verifier: string) {
      memory.verifier = verifier;
    },
    codeVerifier: () => memory.verifier ?? '',
    discoveryState: () => memory.discovery,
    saveDiscoveryState(discovery: unknown) {
      memory.discovery = discovery;
    },
    invalidateCredentials(scope: string) {
      if (scope === 'all' || scope === 'client') delete memory.client;
      if (scope === 'all' || scope === 'tokens') delete memory.tokens;
      if (scope === 'all' || scope === 'discovery') delete memory.discovery;
    },
  };
}

/** Connects the SDK's first line, through the person's approval when it is sent for one. */
export async function connectSdk(decider: Decider, memory: Memory): Promise<ConnectedClient> {
  const open = () =>
    new StreamableHTTPClientTransport(new URL(`${decider.baseUrl}/mcp`), { authProvider: providerFor(memory) as OAuthClientProvider });
  const transport = open();
  const client = new Client(info);
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    if (memory.sentTo === undefined) throw error;
    await transport.finishAuth((await answered(decider, memory)).searchParams.get('code') ?? '');
    const again = new Client(info);
    await again.connect(open());
    return again;
  }
}

/** The same with its second line. */
export async function connectModern(decider: Decider, memory: Memory): Promise<ConnectedClient> {
  const open = () =>
    new ModernTransport(new URL(`${decider.baseUrl}/mcp`), { authProvider: providerFor(memory) as unknown as ModernProvider });
  const transport = open();
  const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
  try {
    await client.connect(transport);
    return client;
  } catch (error) {
    if (memory.sentTo === undefined) throw error;
    await transport.finishAuth((await answered(decider, memory)).searchParams);
    const again = new ModernClient(info, { versionNegotiation: { mode: 'auto' } });
    await again.connect(open());
    return again;
  }
}

async function answered(decider: Decider, memory: Memory): Promise<URL> {
  const sentTo = memory.sentTo?.href ?? '';
  delete memory.sentTo;
  return walk(decider, sentTo);
}
