import type { Actor } from '@cairn/core';
import type { GovernedStores, Ruling } from '@cairn/governance';

/** A JSON Schema object as MCP lists it; always `type: "object"`. */
export type JsonSchemaObject = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** What `tools/list` says of a tool, the same in both protocol eras. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  /** Written for a model: when to use it, what comes back. */
  readonly description: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema: JsonSchemaObject;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** How far a call is; `progress` grows with each report. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  /** For people. */
  readonly message: string;
}

/** What a tool works with in one call. */
export interface ToolContext {
  readonly actor: Actor;
  /** Either each call on its own or all of one transaction (a call with an Idempotency-Key). */
  readonly stores: GovernedStores;
  /** What the rules said of this call, where it was asked before a transaction began; else the tool asks. */
  readonly ruling?: Ruling | undefined;
  readonly signal: AbortSignal;
  /** Tells a caller who asked for it how far the call is; only calls that take seconds report. */
  readonly report?: ((progress: ToolProgress) => void) | undefined;
}

/** The result object of the contract; `success: true` is its first member. */
export type ToolResult = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly definition: ToolDefinition;
  /**
   * Checks the arguments and carries the call out.
   * @throws CairnError, INVALID_ARGUMENT with an issue for each bad argument among them.
   */
  run(context: ToolContext, args: unknown): Promise<ToolResult>;
  /** Of a tool that the rules decide on: for a caller that begins a transaction of its own, before that. */
  readonly governance?: ToolGovernance | undefined;
}

export interface ToolGovernance {
  /** Asks the rules. @throws POLICY_DENIED, and what `run` throws for bad arguments. */
  ask(actor: Actor, args: unknown): Promise<Ruling>;
  /** Turns what a transaction was undone by into what the caller is told. */
  settle(actor: Actor, error: unknown): Promise<never>;
}

/** The one set of tools; every entry point goes through it. Names match exactly. */
export interface ToolRegistry {
  /** In the order of `tools/list`. */
  readonly definitions: readonly ToolDefinition[];
  find(name: string): Tool | undefined;
}
