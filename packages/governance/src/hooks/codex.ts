import type { HookEvent, HookVerdict } from './hook-event.ts';
import { readSessionHook } from './session-hook.ts';

/** It never puts a question of a hook to the person at it. */
const client = { name: 'codex', canAsk: () => false };

/** Reads what Codex's hooks send. */
export const readCodexHook = (payload: unknown, workspaceRoot?: string): HookEvent => readSessionHook(payload, client, workspaceRoot);

/** The answer to PreToolUse. Codex takes a denial and nothing else: what is allowed goes its usual way. */
export function codexAnswer(verdict: HookVerdict): object {
  if (verdict.permission === 'allow' || verdict.permission === 'no_opinion') return {};
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: verdict.reason } };
}
