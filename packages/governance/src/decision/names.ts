import type { ActionOf } from '../actions/action.ts';
import { readingsOfName } from '../actions/called-tool.ts';
import { fitsAny, mayFitAny } from '../rules/pattern.ts';

/** Whether a condition is held against a call in a rule that allows. */
interface Strictness {
  readonly each: boolean;
}

/**
 * The name of a tool, against patterns. In a rule that allows, `*` stands for what names of tools are made of alone, so that nothing is
 * chained behind one that is allowed and no path leads out of it; in others, another spelling in capitals, wide letters, letters that look
 * alike or what nobody sees is the same name.
 */
export function isTool(call: ActionOf<'mcp.call'>, wanted: readonly string[], { each }: Strictness): boolean {
  const names = [call.tool, ...readingsOfName(call.tool).map(({ tool }) => tool)];
  if (!each) return names.some((name) => isMeant(name, wanted));
  return isWritten(call.tool, wanted) || names.every((name) => toolName.test(name) && !name.includes('..') && fitsAny(name, wanted));
}

/** The same of a server, which may be told by an address. `tools`: what the rule says of tools; one that is written whole needs no reading. */
export function isServer(
  call: ActionOf<'mcp.call'>,
  { servers, tools = [] }: { readonly servers: readonly string[]; readonly tools?: readonly string[] | undefined },
  { each }: Strictness,
): boolean {
  const readings = each && isWritten(call.tool, tools) ? [] : readingsOfName(call.tool);
  const names = [call.server, ...readings.map(({ server }) => server)];
  if (!each) return names.some((name) => isMeant(name, servers));
  return names.every((name) => isWritten(name, servers) || (serverName.test(name) && !name.includes('..') && fitsAny(name, servers)));
}

const toolName = /^[A-Za-z0-9_.-]+$/;
const serverName = /^[A-Za-z0-9_.:/@+~-]+$/;

/** Letter by letter, and of letters that cannot be taken for others. */
const isWritten = (name: string, wanted: readonly string[]): boolean => wanted.includes(name) && /^[ -~]*$/.test(name);

function isMeant(name: string, wanted: readonly string[]): boolean {
  if (fitsAny(name, wanted)) return true;
  const lower = lowered(wanted);
  if (plain.test(name)) return fitsAny(name.toLowerCase(), lower);
  const seen = asSeen(name);
  return fitsAny(seen, lower) || mayFitAny(seen, lower);
}

const plain = /^[!-~]*$/;

/** A name as a person reads it: without accents and what shows nothing. */
const asSeen = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();

function lowered(patterns: readonly string[]): readonly string[] {
  const known = inLowerCase.get(patterns) ?? patterns.map((pattern) => pattern.toLowerCase());
  inLowerCase.set(patterns, known);
  return known;
}

const inLowerCase = new WeakMap<readonly string[], readonly string[]>();
