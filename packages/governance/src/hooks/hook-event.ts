import type { Action } from '../actions/action.ts';
import type { EndedCall } from './hook-calls.ts';

/** One call of a tool, told of by the agent that makes it. */
export interface ToolUse {
  readonly tool: string;
  /** Where it is told apart from the name of the tool. */
  readonly server?: string | undefined;
  readonly input: unknown;
  /** Where the agent is. */
  readonly cwd: string;
  /** Directory that the agent works in. */
  readonly workspaceRoot: string;
  /** The mode of the client, where nobody would be asked in it. */
  readonly mode?: string | undefined;
}

/** What a hook tells before a tool runs. */
export interface BeforeTool {
  readonly phase: 'before';
  /** Stands for this call in its conversation, so that what is told afterwards finds it. */
  readonly callRef: string;
  /** The ref that is told afterwards first, where the call may be found by another as well. */
  readonly toldRef: string;
  /** Stands for the same call as another event may have told of it right before, and as it was decided on then. */
  readonly announcedRef?: string | undefined;
  /** Names the conversation that it is made in. */
  readonly taskId: string;
  /** What the call does; none: nothing that needs a decision. */
  readonly actions: readonly Action[];
  /** The call by its name, where it does nothing that needs a decision: rules that name the tool, and no others, decide on it. */
  readonly named?: Action | undefined;
  /** The agent within the agent, when it is one. */
  readonly agentId: string | undefined;
  /** Whether the client puts a question to the person at it. */
  readonly canAsk: boolean;
}

/** What a hook tells once a tool ran. */
export interface AfterTool extends EndedCall {
  readonly phase: 'after';
}

/** A call that cannot be read, which is not let through. */
export interface UnreadableTool {
  readonly phase: 'unreadable';
  readonly reason: string;
  /** The ref that is told afterwards, where it is known which call it is. */
  readonly toldRef?: string | undefined;
}

/** An event that nothing is decided about. */
export interface OtherEvent {
  readonly phase: 'other';
}

export type HookEvent = BeforeTool | AfterTool | UnreadableTool | OtherEvent;

/** What the agent is told. The reason is for its model and for the person at it. */
export interface HookRuling {
  readonly permission: 'allow' | 'deny' | 'ask';
  readonly reason: string;
}

/** `no_opinion`: the client goes on as if nobody had been asked, so that it still puts the questions that it would. */
export type HookVerdict = HookRuling | { readonly permission: 'no_opinion' };
