import { hash } from 'node:crypto';
import type { z } from 'zod';
import { actionSchema } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import type { ToolUse } from './hook-event.ts';

/** What a call cannot be read as, in words for people. */
export class UnreadableToolUse extends Error {}

/** An action before it is checked to be one. */
export interface Draft {
  readonly [member: string]: unknown;
  readonly kind: string;
  readonly options?: object | undefined;
}

/** What a call of one tool does. @throws UnreadableToolUse when its input is not what the tool takes. */
export type Reader = (use: ToolUse, client: string) => readonly Draft[];

export const digest = (text: string): string => hash('sha256', text, 'hex');

export function argumentsOf({ input }: ToolUse): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

export function given<Input>({ tool, input }: ToolUse, schema: z.ZodType<Input>): Input {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  throw new UnreadableToolUse(`the input of ${tool} is not what that tool takes: ${issueOf(read.error)}`);
}

/** @throws UnreadableToolUse when it is no action that is known. */
export function checked(draft: unknown, { tool }: ToolUse): Action {
  const read = actionSchema.safeParse(draft);
  if (read.success) return read.data;
  throw new UnreadableToolUse(`the call of ${tool} cannot be read: ${issueOf(read.error)}`);
}

function issueOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, 300);
}

/** A command where the agent is. */
export const shell = ({ cwd, workspaceRoot }: ToolUse, text: string): Draft => ({
  kind: 'shell.exec',
  command: text,
  cwd,
  workspace_root: workspaceRoot,
});

/** What is not known is a call of a tool of the client itself. */
export const clientTool: Reader = (use, client) => [{ kind: 'mcp.call', server: client, tool: use.tool, arguments: argumentsOf(use) }];
