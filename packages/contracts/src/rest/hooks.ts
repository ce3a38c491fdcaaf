import { z } from 'zod';
import { text } from '../reading/fields.ts';
import { named } from './list.ts';
import { anyCredential } from './route.ts';
import type { RestRoute, RestRoutes } from './route.ts';

const query = z.strictObject({
  workspace_root: text({
    description:
      'Directory that the agent works in, absolute. The header X-Workspace-Root says the same; by default it is where the agent is, or the first root that it names.',
    max: 4096,
    unit: 'characters',
  }).optional(),
  on_approval: z.enum(['ask', 'deny']).optional().meta({
    description:
      'What is answered to a call that needs an approval, where the client can ask the person at it. `ask`, the default: it asks them, and the audit shows what they let run without an approval. `deny`: it waits until somebody else has approved.',
  }),
});

const cursorQuery = query.extend({
  own_events: z.enum(['decide', 'leave']).optional().meta({
    description:
      'What preToolUse does about commands, MCP tools and reads of files, which Cursor has events of their own for. `decide`, the default: it decides on them too, and an event that follows it is answered alike; calls of MCP tools are denied, since it does not tell their server. `leave`: it lets them pass to beforeShellExecution, beforeMCPExecution and beforeReadFile, which have to be set then.',
  }),
});

const event = named('HookEvent', z.looseObject({}).meta({ description: 'What the hook was given, as it is.' }));
const answer = named('HookAnswer', z.looseObject({}).meta({ description: 'What the hook is to print, as it is.' }));

const hook = <Client extends string>(client: Client, summary: string, description: string) =>
  ({
    method: 'POST',
    path: `/v1/hooks/${client}`,
    tag: 'Governance',
    summary,
    description,
    credentials: anyCredential,
    // A repeated event is another call of a tool.
    keepsAnswer: false,
    query,
    body: event,
    answers: { 200: { description: "The answer in the client's own form.", body: answer } },
  }) as const satisfies RestRoute;

export const hookRoutes = {
  claudeCodeHook: hook(
    'claude-code',
    'Decide for a hook of Claude Code',
    'Takes PreToolUse, PostToolUse and PostToolUseFailure. PreToolUse is answered with allow, deny or ask and why, and with an empty object where nothing is to be decided; the others tell what became of the call, and the audit shows one that ran although it was denied, or unasked.',
  ),
  codexHook: hook(
    'codex',
    'Decide for a hook of Codex',
    'Takes PreToolUse and PostToolUse. Codex knows denials only: what needs an approval is denied until it is given.',
  ),
  cursorHook: {
    ...hook(
      'cursor',
      'Decide for a hook of Cursor',
      'Takes beforeShellExecution, beforeMCPExecution, beforeReadFile, beforeTabFileRead, subagentStart, preToolUse and what comes after those.',
    ),
    query: cursorQuery,
  },
} as const satisfies RestRoutes;
