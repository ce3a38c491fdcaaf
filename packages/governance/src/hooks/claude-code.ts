import type { HookEvent, HookVerdict } from './hook-event.ts';
import { readSessionHook, unattended } from './session-hook.ts';

const client = { name: 'claude-code', canAsk: (mode: string) => !unattended.has(mode) };

/** Reads what Claude Code's hooks send, as its SDK declares them. */
export const readClaudeCodeHook = (payload: unknown, workspaceRoot?: string): HookEvent => readSessionHook(payload, client, workspaceRoot);

/**
 * The answer to PreToolUse; other events are answered with an empty object. To allow a call is to leave out the question that Claude Code
 * would put to the person, such as that of ExitPlanMode: so what nothing is decided about is not allowed, it is answered with nothing.
 */
export function claudeCodeAnswer(verdict: HookVerdict): object {
  if (verdict.permission === 'no_opinion') return {};
  const { permission, reason } = verdict;
  return {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: permission, permissionDecisionReason: reason },
  };
}
