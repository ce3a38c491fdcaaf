import { version } from '@cairn/service-kit';
import { checkpointFields, createAuditLog, noSink } from '@cairn/audit';
import type { AuditLog, CheckpointSink } from '@cairn/audit';
import type { Authenticator, IdempotentDirectory, OperatorRepository, PasswordHasher } from '@cairn/auth';
import { defaultTaskLimits } from '@cairn/core';
import type { AnswerWriter, Reranker, TaskPlanLimits } from '@cairn/core';
import type { TaskStores } from '@cairn/orchestration';
import { createEvaluator, createGovernor } from '@cairn/governance';
import type { Commitments, GovernedStoresByCall, HistoryReader, RecordedActions } from '@cairn/governance';
import type { DenseSearch } from '@cairn/retrieval';
import type { HttpGuards } from '@cairn/service-kit';
import type { AuditStores, Repositories } from '@cairn/storage';
import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from './config.ts';
import type { McpExtension } from './mcp/extension.ts';
import { mountMcp } from './mcp/mount.ts';
import { mountResourceMetadata } from './mcp/resource-metadata.ts';
import { mountRest } from './rest/mount-rest.ts';
import { mountToolCalls } from './rpc/mount-tool-calls.ts';
import { recordRefusals } from './refusals/record-refusals.ts';
import { createToolRegistry } from './tools/create-registry.ts';
import type { Tool } from './tools/tool.ts';
import { countRequests } from './usage/count-requests.ts';
import { UsageCounter } from './usage/usage-counter.ts';

export interface GatewayDeps {
  readonly stores: GovernedStoresByCall;
  readonly tasks: TaskStores;
  /** Default: those of the product. */
  readonly taskLimits?: TaskPlanLimits | undefined;
  /** Whether a model is configured that plans goals. Default: none is. */
  readonly hasPlanner?: boolean | undefined;
  /** What conditions on the past and replays read. */
  readonly history: HistoryReader & RecordedActions;
  /** What stands for secrets of actions. */
  readonly commitments: Commitments;
  readonly audit: Pick<AuditStores, 'chains' | 'signer' | 'refused'>;
  /** Where checkpoints of the audit are kept outside of the database. Default: nowhere. */
  readonly checkpoints?: CheckpointSink | undefined;
  readonly directory: IdempotentDirectory;
  readonly archives: Repositories['archives'];
  readonly keyRotation: Pick<Repositories['keyRotation'], 'rotate' | 'state'>;
  readonly usage: Repositories['usage'];
  readonly operator: OperatorRepository;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly authenticator: Authenticator;
  readonly answers: AnswerWriter;
  /** Searches by meaning as well as by words; absent: by words alone. */
  readonly dense?: DenseSearch | undefined;
  /** Judges the passages that were found once more. */
  readonly reranker?: Reranker | undefined;
  readonly guards: HttpGuards;
  readonly settings: GatewaySettings;
  /** Of the OpenAPI document and the servers' descriptions. */
  readonly baseUrl: string;
  /** Where the web pages are; links of invitations lead there. */
  readonly appUrl: string;
  /** Whether pages are served at `/` by the same process; else the bare address leads to the docs. Default: they are not. */
  readonly rootIsTaken?: boolean | undefined;
  /** What a test adds to `/mcp` beside the product's own tools. */
  readonly extend?: McpExtension | undefined;
  /** What a benchmark serves as one of the product's own tools, at every entry point. */
  readonly tools?: readonly Tool[] | undefined;
}

const instructions =
  'Cairn keeps what you learn across conversations and searches the documents of this project. ' +
  'Save durable facts, decisions and preferences with save_memory, one statement each, and read them back with get_memories before you ' +
  'ask the user again. For questions about the project use search_knowledge; its answer cites the passages it rests on. ' +
  'Read a whole document with get_document_full_content.';

/** Serves MCP, plain tool calls and the REST control plane on an app made by `createHttp`. */
export function mountGateway(app: FastifyInstance, deps: GatewayDeps): void {
  const { stores, guards, answers, settings } = deps;
  const evaluator = createEvaluator({
    policies: stores.policies,
    history: deps.history,
    commitments: deps.commitments,
    onFault: (fault) => app.log.error(fault, 'the policy in force cannot be read; nothing is allowed'),
  });
  const governor = createGovernor({ evaluator, stores });
  const refusals = {
    refused: deps.audit.refused,
    onFault: (error: unknown) => app.log.warn({ err: error }, 'a refusal is not in the audit'),
  };
  recordRefusals(app, refusals);
  const usage = usageCounter(app, deps);
  countRequests(app, usage);
  const registry = createToolRegistry({
    governor,
    usage,
    refusals,
    answers,
    dense: deps.dense,
    reranker: deps.reranker,
    tools: deps.tools,
  });
  mountMcp(app, {
    registry,
    stores,
    guards,
    serverInfo: { name: 'cairn', title: 'Cairn', version },
    instructions,
    sessions: settings.mcpSessions ? {} : undefined,
    extend: deps.extend,
  });
  mountResourceMetadata(app, deps.baseUrl);
  mountToolCalls(app, { registry, stores, guards });
  mountRest(app, {
    stores,
    tasks: deps.tasks,
    taskLimits: deps.taskLimits ?? defaultTaskLimits,
    hasPlanner: deps.hasPlanner ?? false,
    evaluator,
    governor,
    commitments: deps.commitments,
    recorded: deps.history,
    registry,
    dense: deps.dense,
    audit: { log: auditLog(app, deps), chains: deps.audit.chains },
    directory: deps.directory,
    archives: deps.archives,
    keyRotation: deps.keyRotation,
    usage: deps.usage,
    operator: deps.operator,
    passwords: deps.passwords,
    operatorToken: settings.operatorToken,
    authenticator: deps.authenticator,
    guards,
    baseUrl: deps.baseUrl,
    appUrl: deps.appUrl,
    rootIsTaken: deps.rootIsTaken ?? false,
    maxUploadBytes: settings.maxUploadBytes,
  });
}

function usageCounter({ log }: FastifyInstance, { usage }: GatewayDeps): UsageCounter {
  return new UsageCounter({
    add: (projectId, counts) => usage.add(projectId, counts),
    onFault: (error) => log.warn({ err: error }, 'counts of usage could not be added; they are kept for the next time'),
    onOverflow: (uncounted) => log.warn({ uncounted }, 'usage was not counted for want of room'),
  });
}

function auditLog({ log }: FastifyInstance, { audit, checkpoints = noSink }: GatewayDeps): AuditLog {
  return createAuditLog({
    ...audit,
    sink: checkpoints,
    onCheckpoint: (checkpoint) => log.info({ audit_checkpoint: checkpointFields(checkpoint) }, 'the audit was signed'),
    onFault: (error) => log.warn({ err: error }, 'a checkpoint of the audit could not be kept; it will be tried again'),
  });
}
