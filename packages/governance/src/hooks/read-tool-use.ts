import type { BeforeTool, HookEvent, ToolUse } from './hook-event.ts';
import { actionsOf, namedCallOf } from './tool-actions.ts';
import { UnreadableToolUse } from './tool-input.ts';
import { isWithoutEffect } from './without-effect.ts';

/** What a call does, or why it cannot be read; whoever answers does not let that through. */
export function readToolUse(use: ToolUse, client: string, told: Omit<BeforeTool, 'phase' | 'actions'>): HookEvent {
  try {
    if (isWithoutEffect(use)) return { phase: 'before', actions: [], named: namedCallOf(use, client), ...told };
    return { phase: 'before', actions: actionsOf(use, client), ...told };
  } catch (error) {
    const { toldRef } = told;
    if (error instanceof UnreadableToolUse) return { phase: 'unreadable', reason: error.message, toldRef };
    // What JSON does not have, such as a number without bound, is in no digest.
    if (error instanceof TypeError) return { phase: 'unreadable', reason: 'its input holds what JSON does not have', toldRef };
    throw error;
  }
}
