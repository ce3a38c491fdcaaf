import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createStoreFolder } from '@cairn/test-kit';
import { freePort } from './free-port.ts';

export interface ProductOptions {
  /** Settings beside those that every start gets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The data folder of an earlier start; a fresh one, removed at the end, when absent. */
  readonly dataDir?: string;
  readonly port?: number;
  /** The key and account of an earlier start on the same data. */
  readonly account?: Account;
}

export interface Account {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

export interface Product {
  readonly baseUrl: string;
  readonly port: number;
  readonly account: Account;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  readonly readyAfter: number;
  /** Everything that the process printed so far. */
  output(): string;
  /** Ends it with that signal and resolves with its exit code (null when the signal ended it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** SIGTERM, and removes the data folder if this start made it. */
  stop(): Promise<number | null>;
}

/** For the `env` of a product that embeds with its own model; every other start searches by words alone. */
export const localEmbedding = { CAIRN_EMBEDDING_MODEL: '' } as const;

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Where `npm start` keeps it, too. */
const compiled = `${root}node_modules/.cache/compiled`;
const readyWithin = 60_000;

/** The standalone product as a process of its own, ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = options.dataDir === undefined ? await createStoreFolder() : undefined;
  const dataDir = options.dataDir ?? (folder as { path: string }).path;
  const port = options.port ?? (await freePort());
  const account = options.account ?? newAccount();
  const startedAt = performance.now();
  const child = launch({ ...settings(port, dataDir, account), ...options.env });
  const output = collect(child);
  const baseUrl = `http://127.0.0.1:${port}`;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await ready(baseUrl, child, output);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return {
    baseUrl,
    port,
    account,
    dataDir,
    pid: child.pid as number,
    readyAfter: performance.now() - startedAt,
    output,
    end,
    async stop() {
      const code = await end('SIGTERM');
      await folder?.remove();
      return code;
    },
  };
}

/** Runs the product until it exits by itself, as it should on a bad setting. */
export async function runProduct(env: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string }> {
  const child = launch(env);
  const output = collect(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  return { code, output: output() };
}

export function newAccount(): Account {
  return {
    email: 'ada@example.org',
    password: randomBytes(12).toString('base64url'),
    apiKey: `cairn_${randomBytes(24).toString('hex')}`,
  };
}

function settings(port: number, dataDir: string, account: Account): Record<string, string> {
  return {
    PORT: String(port),
    CAIRN_BASE_URL: `http://127.0.0.1:${port}`,
    CAIRN_DATA_DIR: dataDir,
    CAIRN_BOOTSTRAP_EMAIL: account.email,
    CAIRN_BOOTSTRAP_PASSWORD: account.password,
    CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
    // The suites call more often than a person's plan allows; those of the limit set their own.
    CAIRN_RATE_LIMIT_FREE: '1000000',
    // What is not about meaning is found by words, and waits for no model.
    CAIRN_EMBEDDING_MODEL: 'none',
  };
}

function launch(env: Readonly<Record<string, string>>): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return spawn(process.execPath, ['--conditions=@cairn/source', 'apps/standalone/src/main.ts'], {
    cwd: root,
    // Nothing of the runner's own environment: a setting there would change what is tested.
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => (text += chunk));
  }
  return () => text;
}

async function ready(baseUrl: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + readyWithin;
  while (performance.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the product ended before it was ready:\n${output()}`);
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`the product was not ready within ${readyWithin} ms:\n${output()}`);
}
