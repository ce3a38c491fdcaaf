import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call } from '../product/caller.ts';
import type { Answer } from '../product/caller.ts';

export interface AppOptions {
  readonly baseUrl: string;
  readonly name?: string;
  /** Where it wants to be answered. Default: its own server on this computer. */
  readonly redirectUri?: string;
  /** Default: random. */
  readonly state?: string;
}

/** An app that connects to the product as native MCP clients do: registered by itself, public, with PKCE. */
export interface OauthApp {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  /** Where it sends the person's browser. */
  readonly authorizeUrl: string;
  /** What came to its own server, newest last. */
  readonly answers: readonly URLSearchParams[];
  /** The next answer. */
  answer(): Promise<URLSearchParams>;
  /** Changes a code into a token. */
  exchange(code: string): Promise<Answer>;
  close(): Promise<void>;
}

export async function startApp(options: AppOptions): Promise<OauthApp> {
  const { baseUrl, name = 'Weather Helper', state = randomBytes(8).toString('hex') } = options;
  const callback = await listenForAnswers();
  const redirectUri = options.redirectUri ?? callback.address;
  const clientId = await register(baseUrl, { name, redirectUri });
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    scope: 'mcp',
    resource: `${baseUrl}/mcp`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return {
    clientId,
    redirectUri,
    state,
    authorizeUrl: `${baseUrl}/oauth/authorize?${query.toString()}`,
    answers: callback.answers,
    answer: callback.answer,
    exchange: (code) =>
      call(`${baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
          resource: `${baseUrl}/mcp`,
        }),
      }),
    close: callback.close,
  };
}

async function register(baseUrl: string, { name, redirectUri }: { name: string; redirectUri: string }): Promise<string> {
  const answer = await call(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: name,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }),
  });
  if (answer.status !== 201) throw new Error(`the app could not register: ${answer.status} ${answer.text}`);
  return answer.body.client_id;
}

/** The app's own page: it takes the answer, and tells a window that opened it as apps in a browser do. */
const landing =
  '<!doctype html><title>App</title><h1>The app has its answer</h1><script>window.opener?.postMessage(location.search, "*")</script>';

async function listenForAnswers() {
  const answers: URLSearchParams[] = [];
  const waiting: ((answer: URLSearchParams) => void)[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://app.test');
    if (pathname === '/callback') {
      answers.push(searchParams);
      waiting.shift()?.(searchParams);
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(landing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/callback`,
    answers,
    answer: () => new Promise<URLSearchParams>((resolve) => waiting.push(resolve)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
