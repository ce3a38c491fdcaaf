import type { IdempotentRequest } from '@cairn/core';
import type { GovernedStores, GovernedStoresByCall, Ruling } from '@cairn/governance';
import { fingerprintOf } from '../idempotency/fingerprint.ts';
import { answerOf, keptOutcome, maxKeptRead } from '../idempotency/kept-outcome.ts';
import { toolContext } from '../caller/call-context.ts';
import type { Caller } from '../caller/call-context.ts';
import type { Tool } from '../tools/tool.ts';

export interface ToolWork {
  readonly tool: Tool;
  readonly args: unknown;
  readonly caller: Caller;
}

/** Carries the call out; its result as JSON text. */
export async function callTool(stores: GovernedStores, { tool, args, caller }: ToolWork, ruling?: Ruling): Promise<string> {
  return JSON.stringify(await tool.run(toolContext(caller, stores, { ruling }), args));
}

/** As `callTool`, once within 24 hours for an Idempotency-Key. */
export async function callOnce(stores: GovernedStoresByCall, key: string, work: ToolWork): Promise<string> {
  const { actor } = work.caller;
  const request = { key, fingerprint: fingerprintOf(work.tool.definition.name, work.args) };
  if (!work.tool.definition.annotations.readOnlyHint) return writeOnce(stores, request, work);
  // A search may wait for a model, and no transaction should; so reads are done first and only their answer is kept in one.
  const text = await callTool(stores, work);
  if (text.length > maxKeptRead) return text;
  return textOf(await stores.once(actor, request, () => keptOutcome(async () => ({ text }))));
}

async function writeOnce(stores: GovernedStoresByCall, request: IdempotentRequest, work: ToolWork): Promise<string> {
  const { tool, args, caller } = work;
  const ruling = await tool.governance?.ask(caller.actor, args);
  try {
    return textOf(
      await stores.once(caller.actor, request, (own) => keptOutcome(async () => ({ text: await callTool(own, work, ruling) }))),
    );
  } catch (error) {
    if (tool.governance) return tool.governance.settle(caller.actor, error);
    throw error;
  }
}

const textOf = (kept: Readonly<Record<string, unknown>>): string => String(answerOf(kept)['text']);
