import type { IdempotentStores, Stores } from '@cairn/core';
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
export async function callTool(stores: Stores, { tool, args, caller }: ToolWork): Promise<string> {
  return JSON.stringify(await tool.run(toolContext(caller, stores), args));
}

/** As `callTool`, once within 24 hours for an Idempotency-Key. */
export async function callOnce(stores: IdempotentStores, key: string, work: ToolWork): Promise<string> {
  const { actor } = work.caller;
  const request = { key, fingerprint: fingerprintOf(work.tool.definition.name, work.args) };
  if (!work.tool.definition.annotations.readOnlyHint) {
    return textOf(await stores.once(actor, request, (own) => keptOutcome(async () => ({ text: await callTool(own, work) }))));
  }
  // A search may wait for a model, and no transaction should; so reads are done first and only their answer is kept in one.
  const text = await callTool(stores, work);
  if (text.length > maxKeptRead) return text;
  return textOf(await stores.once(actor, request, () => keptOutcome(async () => ({ text }))));
}

const textOf = (kept: Readonly<Record<string, unknown>>): string => String(answerOf(kept)['text']);
