import { expect } from 'vitest';
import type { Answer, Caller } from './caller.ts';

/** The ways to a tool: plain JSON-RPC, and `/mcp` in either era of the protocol. */
export const doors = ['plain', 'mcp 2025', 'mcp 2026'] as const;
export type Door = (typeof doors)[number];

/** What came of a tool call, in one form for every door. */
export interface Outcome {
  readonly http: Answer;
  /** The tool's result object; undefined when the call was refused. */
  // oxlint-disable-next-line typescript/no-explicit-any -- its shape is what a suite checks
  readonly result: any;
  readonly refusal: Refusal | undefined;
}

export interface Refusal {
  readonly status: number;
  /** `invalid_params`, `not_found` and so on. */
  readonly word: string;
  readonly message: string;
  /** Which arguments are at fault. */
  readonly paths: readonly string[];
}

/** Calls a tool through one door. */
export async function callThrough(door: Door, caller: Caller, name: string, args: unknown): Promise<Outcome> {
  if (door === 'plain') return plainOutcome(await caller.tool(name, args));
  return mcpOutcome(await (door === 'mcp 2025' ? caller.mcp(name, args) : caller.modern(name, args)));
}

function plainOutcome(http: Answer): Outcome {
  const { result, error } = http.body;
  if (error === undefined) return { http, result, refusal: undefined };
  expect(http.status).toBe(error.data.status);
  return { http, result: undefined, refusal: refusalOf({ ...error.data, word: error.data.error, message: error.message }) };
}

function mcpOutcome(http: Answer): Outcome {
  const { result } = http.body;
  expect(result, http.text).toBeDefined();
  const { content, structuredContent, isError } = result;
  // What a model reads is the same as what a program reads.
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  if (isError === undefined) return { http, result: structuredContent, refusal: undefined };
  const { error } = structuredContent;
  return { http, result: undefined, refusal: refusalOf({ ...error, word: error.code }) };
}

interface SentError {
  readonly status: number;
  readonly word: string;
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

function refusalOf({ status, word, message, issues = [] }: SentError): Refusal {
  return { status, word, message, paths: issues.map(({ path }) => path) };
}

/** How bad arguments are refused, naming those at fault. */
export const badArguments = (...paths: string[]) => ({ status: 400, word: 'invalid_params', paths });

/** How what is not there is refused. */
export const notFound = { status: 404, word: 'not_found' } as const;

/** How what another key made is refused. */
export const forbidden = { status: 403, word: 'forbidden' } as const;
