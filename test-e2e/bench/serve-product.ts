// The gateway as it is deployed, with one tool beside its own that does no I/O.
import { bindTool, createGatewayApp } from '@cairn/gateway';
import { createLimitRedis, createLogger } from '@cairn/service-kit';
import { openDatabase, openRepositories } from '@cairn/storage';
import { echoTool } from './servers/echo-tool.ts';
import { serving } from './servers/serving.ts';

interface Settings {
  readonly url: string;
  /** In base64. */
  readonly masterKey: string;
  /** Counts the rate limit there; in this process when absent. */
  readonly redisUrl?: string;
}

const perHour = 1_000_000_000;
const baseUrl = 'http://127.0.0.1';

const { url, masterKey, redisUrl } = JSON.parse(process.argv[2] ?? '{}') as Settings;
const logger = createLogger({ level: 'info' });
const database = await openDatabase({ location: { kind: 'postgres', url }, migrate: false, onWarning: (message) => logger.warn(message) });
const app = createGatewayApp(
  {
    web: { baseUrl, appUrl: baseUrl, allowedOrigins: [], allowedHosts: [], trustProxy: false },
    limits: { free: perHour, premium: perHour },
    gateway: { mcpSessions: false, maxUploadBytes: 1_048_576 },
  },
  {
    repositories: await openRepositories(database, Buffer.from(masterKey, 'base64')),
    logger,
    probes: { database: () => database.probe() },
    tools: [bindTool(echoTool, async (_context, { text }) => ({ text }))],
    ...(redisUrl !== undefined && { redis: createLimitRedis(redisUrl, logger) }),
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
serving(app.server);
