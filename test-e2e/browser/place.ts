import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../product/free-port.ts';
import { startProduct } from '../product/start-product.ts';
import type { Product } from '../product/start-product.ts';

/** Where the pages are: with the service, on another site served by the same process, or on another site by a process of their own. */
export type PlaceKind = 'the same site' | 'another site' | 'a process of its own';

export interface Place {
  readonly product: Product;
  readonly baseUrl: string;
  readonly appUrl: string;
  remove(): Promise<void>;
}

export interface PlaceOptions {
  readonly kind: PlaceKind;
  /** Settings of the product. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A started product at 127.0.0.1, with its pages there or at localhost, which is another site to a browser. */
export async function buildPlace({ kind, env = {} }: PlaceOptions): Promise<Place> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const pages = kind === 'a process of its own' ? await startPages(baseUrl) : undefined;
  const appUrl = pages?.appUrl ?? (kind === 'the same site' ? baseUrl : `http://localhost:${port}`);
  const product = await startProduct({ port, env: { CAIRN_APP_URL: appUrl, CAIRN_EMBEDDING_MODEL: 'none', ...env } });
  return {
    product,
    baseUrl,
    appUrl,
    async remove() {
      await Promise.all([product.stop(), pages?.stop()]);
    },
  };
}

/** The consent page's own service. */
async function startPages(baseUrl: string): Promise<{ readonly appUrl: string; stop(): Promise<void> }> {
  const port = await freePort();
  const appUrl = `http://localhost:${port}`;
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['--conditions=@cairn/source', 'apps/consent/src/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH, PORT: String(port), HOST: '127.0.0.1', CAIRN_BASE_URL: baseUrl, CAIRN_APP_URL: appUrl, CAIRN_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  while (child.exitCode === null && !(await fetch(`${appUrl}/readyz`).catch(() => undefined))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    appUrl,
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`the pages' process ended with ${code}`);
    },
  };
}
