import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../product/free-port.ts';
import { newAccount } from '../product/start-product.ts';
import type { Account } from '../product/start-product.ts';
import { startProxy } from './public-address.ts';

/** The services as processes of their own, two of each kind, behind a proxy on one address. */
export interface Services {
  readonly baseUrl: string;
  readonly account: Account;
  /** Addresses of the gateways by themselves. */
  readonly gateways: readonly string[];
  /** Ends every process in order; resolves with their exit codes. */
  stop(): Promise<readonly (number | null)[]>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Paths of the authorization server and of accounts; the rest is the gateway's. */
const ofOauth = /^\/(?:oauth|auth)\/|^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/;

export async function createServices(env: Readonly<Record<string, string>>): Promise<Services> {
  const account = newAccount();
  const [publicPort, ...ports] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  const [gatewayPorts, oauthPorts] = [ports.slice(0, 2), ports.slice(2)];
  const baseUrl = `http://127.0.0.1:${publicPort}`;
  const common = { ...env, CAIRN_BASE_URL: baseUrl, CAIRN_TRUSTED_PROXIES: 'loopback', CAIRN_RATE_LIMIT_FREE: '100000' };
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...common,
    CAIRN_BOOTSTRAP_EMAIL: account.email,
    CAIRN_BOOTSTRAP_PASSWORD: account.password,
    CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
  });
  const proxy = await startProxy(publicPort ?? 0, (path) => (ofOauth.test(path) ? oauthPorts : gatewayPorts));
  let running: readonly ChildProcess[] = [];
  const stop = () => Promise.all(running.map((child) => ended(child)));
  return {
    baseUrl,
    account,
    gateways: gatewayPorts.map((port) => `http://127.0.0.1:${port}`),
    stop,
    async start() {
      running = [
        ...gatewayPorts.map((port) => launch('apps/gateway/src/main.ts', { ...common, PORT: String(port) })),
        ...oauthPorts.map((port) => launch('apps/oauth/src/main.ts', { ...common, PORT: String(port) })),
      ];
      await Promise.all([...gatewayPorts, ...oauthPorts].map((port) => ready(`http://127.0.0.1:${port}`)));
    },
    async remove() {
      await stop();
      proxy.stop();
    },
  };
}

export function launch(script: string, env: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, ['--conditions=@cairn/source', script], { cwd: root, env: { PATH, HOME, ...env }, stdio: 'ignore' });
}

export async function runToEnd(script: string, env: Readonly<Record<string, string>>): Promise<void> {
  const child = launch(script, env);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}`);
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return exit;
}

export async function ready(baseUrl: string): Promise<void> {
  for (let left = 600; left > 0; left -= 1) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${baseUrl} is not ready`);
}
