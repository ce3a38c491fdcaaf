import type { HookEvent, HookVerdict } from './hook-event.ts';
import { readSessionHook, unattended } from './session-hook.ts';

const client = { name: 'claude-code', canAsk: (mode: string) => !unattended.has(mode) };

/** Reads what Claude Code's hooks send, as its SDK declares them. */
export const readClaudeCodeHook = (payload: unknown, workspaceRoot?: string): HookEvent => readSessionHook(payload, client, workspaceRoot);

/** The answer to PreToolUse; other events are answered with an empty object. */
export const claudeCodeAnswer = ({ permission, reason }: HookVerdict) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: permission, permissionDecisionReason: reason },
});
