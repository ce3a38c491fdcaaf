import { callerFor } from '../product/caller.ts';
import type { Caller } from '../product/caller.ts';
import { freePort } from '../product/free-port.ts';
import { claimServers } from '../product/stage.ts';
import { newAccount } from '../product/start-product.ts';
import { ended, launch, ready, runToEnd } from '../oauth/services.ts';

/** A gateway alone, whose memory is that of what it moves and of nothing else. */
export interface VolumeScene {
  readonly caller: Caller;
  readonly pid: number;
  remove(): Promise<void>;
}

export async function createVolumeScene(): Promise<VolumeScene> {
  const [servers, port] = await Promise.all([claimServers(), freePort()]);
  const account = newAccount();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = { ...servers.env, CAIRN_BASE_URL: baseUrl, CAIRN_EMBEDDING_MODEL: 'none' };
  await runToEnd('apps/standalone/src/migrate.ts', {
    ...env,
    CAIRN_BOOTSTRAP_EMAIL: account.email,
    CAIRN_BOOTSTRAP_PASSWORD: account.password,
    CAIRN_BOOTSTRAP_API_KEY: account.apiKey,
  });
  const gateway = launch('apps/gateway/src/main.ts', { ...env, PORT: String(port) });
  await ready(baseUrl);
  return {
    caller: callerFor(baseUrl, account.apiKey),
    pid: gateway.pid as number,
    async remove() {
      await ended(gateway);
      await servers.remove();
    },
  };
}
