import { hookRoutes } from '@cairn/contracts';
import {
  claudeCodeAnswer,
  codexAnswer,
  cursorAnswer,
  decideToolUse,
  readClaudeCodeHook,
  readCodexHook,
  readCursorHook,
  refuseToolUse,
  reportToolUse,
  withKeyedRefs,
} from '@cairn/governance';
import type { HookDeps, HookEvent, HookVerdict, OwnEvents } from '@cairn/governance';
import type { Actor } from '@cairn/core';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountRoute } from './mount-route.ts';
import { ok } from './rest-answer.ts';
import type { RestDeps } from './rest-deps.ts';
import { projectArea } from './work-area.ts';

/** Bytes of an event: it holds the whole of a file that is written. */
const bodyLimit = 8_388_608;

interface HookClient {
  readonly route: (typeof hookRoutes)[keyof typeof hookRoutes];
  readonly read: (payload: unknown, workspaceRoot: string | undefined, ownEvents: OwnEvents | undefined) => HookEvent;
  readonly answer: (verdict: HookVerdict) => object;
}

const clients: readonly HookClient[] = [
  { route: hookRoutes.claudeCodeHook, read: readClaudeCodeHook, answer: claudeCodeAnswer },
  { route: hookRoutes.codexHook, read: readCodexHook, answer: codexAnswer },
  { route: hookRoutes.cursorHook, read: readCursorHook, answer: cursorAnswer },
];

/** `POST /v1/hooks/…`: decides on calls of agents' own tools, and takes what became of them. */
export function mountHooks(app: FastifyInstance, { stores, guards, evaluator, commitments }: RestDeps): void {
  const area = projectArea(stores);
  for (const { route, read, answer } of clients)
    mountRoute(app, { area, guards, route, bodyLimit }, async ({ actor, body, query, request }) => {
      requireRight(actor, 'write_content');
      const header = request.headers['x-workspace-root'];
      const root = query.workspace_root ?? (typeof header === 'string' && header !== '' ? header : undefined);
      const event = read(body, root, 'own_events' in query ? query.own_events : undefined);
      const keyed = withKeyedRefs(event, await commitments.of(actor.projectId));
      const verdict = await handle({ evaluator, stores }, actor, strictly(keyed, query.on_approval));
      return ok(verdict === undefined ? {} : { ...answer(verdict) });
    });
}

const strictly = (event: HookEvent, onApproval: 'ask' | 'deny' = 'ask'): HookEvent =>
  event.phase === 'before' && onApproval === 'deny' ? { ...event, canAsk: false } : event;

/** Undefined: the event is not one that is decided about. */
async function handle(deps: HookDeps, actor: Actor, event: HookEvent): Promise<HookVerdict | undefined> {
  if (event.phase === 'before') return decideToolUse(deps, actor, event);
  if (event.phase === 'unreadable') return refuseToolUse(deps, actor, event);
  if (event.phase === 'after') await reportToolUse(deps, actor, event);
  return undefined;
}
