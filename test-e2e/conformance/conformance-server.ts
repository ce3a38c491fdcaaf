import { createApiKeySecret } from '@cairn/auth';
import { createGatewayApp } from '@cairn/gateway';
import { createLogger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import { createStoreFolder } from '@cairn/test-kit';
import { freePort } from '../product/free-port.ts';
import { createFixtures } from './fixtures/create-fixtures.ts';

export interface ConformanceServer {
  /** Address of `/mcp` with a key in it: the conformance suite sends no credential of its own. */
  readonly url: string;
  readonly port: number;
  readonly secret: string;
  stop(): Promise<void>;
}

const perHour = 1_000_000;

/** The gateway with the suite's fixtures beside its own tools, over an embedded store. */
export async function startConformanceServer({ sessions }: { readonly sessions: boolean }): Promise<ConformanceServer> {
  const folder = await createStoreFolder();
  const database = await openDatabase({ location: { kind: 'embedded', dataDir: folder.path }, migrate: true, onWarning: () => undefined });
  const repositories = await openRepositories(database, new Uint8Array(32).fill(7));
  const key = createApiKeySecret();
  await repositories.bootstrap.bootstrap(async () => ({ email: 'suite@example.org', passwordVerifier: 'nobody signs in', key }));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const app = createGatewayApp(
    {
      web: { baseUrl, appUrl: baseUrl, allowedOrigins: [], allowedHosts: [], trustProxy: false },
      limits: { free: perHour, premium: perHour },
      gateway: { mcpSessions: sessions, maxUploadBytes: 1_048_576 },
    },
    { repositories, logger: createLogger({ level: 'error' }), probes: {}, extend: createFixtures() },
  );
  await app.listen({ port, host: '127.0.0.1' });
  return {
    url: `${baseUrl}/mcp?api_key=${key.secret}`,
    port,
    secret: key.secret,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
      await database.close();
      await folder.remove();
    },
  };
}
