import type { CheckpointSink } from '@cairn/audit';
import { createAuthenticator } from '@cairn/auth';
import type { TaskPlanLimits } from '@cairn/core';
import { createModels } from '@cairn/models';
import type { Models } from '@cairn/models';
import { createDenseSearch } from '@cairn/retrieval';
import { createWebApp } from '@cairn/service-kit';
import type { GuardOptions, Logger, Probe, Tls, WebConfig } from '@cairn/service-kit';
import { createPasswordHasher } from '@cairn/storage';
import type { Repositories } from '@cairn/storage';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from './config.ts';
import type { McpExtension } from './mcp/extension.ts';
import { mountGateway } from './mount-gateway.ts';
import type { Tool } from './tools/tool.ts';

export interface GatewayAppDeps {
  readonly repositories: Pick<
    Repositories,
    | 'stores'
    | 'tasks'
    | 'actionHistory'
    | 'commitments'
    | 'directory'
    | 'operator'
    | 'credentials'
    | 'audit'
    | 'archives'
    | 'keyRotation'
    | 'usage'
  >;
  readonly checkpoints?: CheckpointSink | undefined;
  /** Stay the caller's to close. Default: search by words, and answers in the documents' own. */
  readonly models?: Models | undefined;
  readonly logger: Logger;
  /** Its own certificate; without one it speaks plain HTTP. */
  readonly tls?: Tls | undefined;
  /** By name of the dependency; `GET /readyz` asks them. */
  readonly probes: Readonly<Record<string, Probe>>;
  readonly redis?: GuardOptions['redis'];
  readonly extend?: McpExtension | undefined;
  readonly tools?: readonly Tool[] | undefined;
}

/** The gateway as an app of its own. */
export function createGatewayApp(
  config: Pick<WebConfig, 'web' | 'limits'> & { readonly gateway: GatewaySettings; readonly taskLimits?: TaskPlanLimits | undefined },
  deps: GatewayAppDeps,
): FastifyInstance {
  const { repositories, logger, probes, redis } = deps;
  const models = deps.models ?? createModels({ chat: undefined, embedding: { kind: 'none' }, reranker: undefined }, logger);
  const authenticator = createAuthenticator({ credentials: repositories.credentials, audience: `${config.web.baseUrl}/mcp` });
  const { app, guards } = createWebApp({
    web: config.web,
    tls: deps.tls,
    limits: config.limits,
    authenticator,
    logger,
    probes,
    notes: () => models.notes(),
    redis,
    resourceMetadata: true,
  });
  app.closing.addEventListener('abort', () => models.hurry());
  mountGateway(app, {
    stores: repositories.stores,
    tasks: repositories.tasks,
    taskLimits: config.taskLimits,
    hasPlanner: models.chat !== undefined,
    history: repositories.actionHistory,
    commitments: repositories.commitments,
    audit: repositories.audit,
    checkpoints: deps.checkpoints,
    directory: repositories.directory,
    archives: repositories.archives,
    keyRotation: repositories.keyRotation,
    usage: repositories.usage,
    operator: repositories.operator,
    passwords: createPasswordHasher(),
    authenticator,
    answers: models.answers,
    dense: createDenseSearch({
      embedder: models.embedder,
      cacheBytes: config.gateway.vectorCacheBytes,
      onFault: (error) => logger.warn({ err: error }, 'no vector for a query; it is searched by its words'),
    }),
    reranker: models.reranker,
    guards,
    settings: config.gateway,
    baseUrl: config.web.baseUrl,
    appUrl: config.web.appUrl,
    extend: deps.extend,
    tools: deps.tools,
  });
  return app;
}
