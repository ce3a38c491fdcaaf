import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import type { VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { scripts } from './run-script.ts';

/** What the suites do with a client, whichever it is. */
export interface ConnectedClient {
  listTools(): Promise<{ tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  ping?(): Promise<unknown>;
  close(): Promise<void>;
}

/** Address of `/mcp` and the key to use there. */
export interface Endpoint {
  readonly url: string;
  readonly apiKey: string;
}

const info = { name: 'cairn-suite', version: '1.0.0' };

/** The SDK's first line, over HTTP. */
export async function sdkClient({ url, apiKey }: Endpoint): Promise<ConnectedClient> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: withKey(apiKey) }));
  return client;
}

/** The SDK's first line, with the key in the address as people paste it. */
export async function sdkClientByAddress({ url, apiKey }: Endpoint): Promise<ConnectedClient> {
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}?api_key=${apiKey}`)));
  return client;
}

/** The SDK's second line, which finds out the era, is told to use the old one, or insists on the new one. */
export async function modernClient({ url, apiKey }: Endpoint, mode: VersionNegotiationOptions['mode']): Promise<ConnectedClient> {
  const client = new ModernClient(info, { versionNegotiation: { ...(mode && { mode }) } });
  await client.connect(new ModernTransport(new URL(url), { requestInit: withKey(apiKey) }));
  return client;
}

/** A client that speaks stdio to `mcp-remote`, as desktop programs do. */
export async function remoteClient({ url, apiKey }: Endpoint): Promise<ConnectedClient> {
  const client = new Client(info);
  const args = [scripts.mcpRemote, url, '--allow-http', '--transport', 'http-only', '--header', `Authorization: Bearer ${apiKey}`];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  return client;
}

function withKey(apiKey: string): RequestInit {
  return { headers: { authorization: `Bearer ${apiKey}` } };
}
