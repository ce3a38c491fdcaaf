import { setTimeout as sleep } from 'node:timers/promises';
import { CairnError } from '@cairn/core';
import type { GovernedStores } from '@cairn/governance';
import type { Tool, ToolContext, ToolRegistry, ToolResult } from '../../tools/tool.ts';

/** What the tools under test were called with, in order. */
export interface Calls {
  readonly names: string[];
  /** Those whose signal ended them. */
  readonly aborted: string[];
}

const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

const anyResult = { type: 'object', properties: { success: { type: 'boolean', const: true } }, required: ['success'] } as const;
const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Tools that answer, fail, break and wait: each way that a call can go. */
export function testRegistry(): { registry: ToolRegistry; calls: Calls } {
  const calls: Calls = { names: [], aborted: [] };
  const tools = [
    tool('echo', async ({ actor }, args) => ({ success: true, project: actor.projectId, args })),
    tool('refuse', () => Promise.reject(new CairnError('INVALID_ARGUMENT', { issues: [{ path: 'content', message: 'is too long' }] }))),
    tool('break', () => Promise.reject(new Error('select * from secrets failed at /srv/secret'))),
    tool('report', async ({ report, signal }) => {
      report?.({ progress: 1, total: 2, message: 'half of it' });
      await sleep(20, undefined, { signal });
      report?.({ progress: 2, total: 2, message: 'all of it' });
      return { success: true };
    }),
    tool('wait', async ({ signal }) => {
      await sleep(10_000, undefined, { signal }).catch(() => calls.aborted.push('wait'));
      return { success: true };
    }),
  ];
  const byName = new Map(tools.map((each) => [each.definition.name, watched(each, calls)]));
  return { calls, registry: { definitions: tools.map(({ definition }) => definition), find: (name) => byName.get(name) } };
}

function tool(name: string, run: (context: ToolContext, args: unknown) => Promise<ToolResult>): Tool {
  const definition = {
    name,
    title: name,
    description: `The ${name} of a test.`,
    inputSchema: nothing,
    outputSchema: anyResult,
    annotations: readOnly,
  };
  return { definition, run };
}

function watched(inner: Tool, calls: Calls): Tool {
  const { definition } = inner;
  return {
    definition,
    run: (context, args) => {
      calls.names.push(definition.name);
      return inner.run(context, args);
    },
  };
}

/** The tools under test keep nothing; one that reached for a store would break its test. */
export const noStores: GovernedStores = {
  get memories(): never {
    throw new Error('no memories');
  },
  get memoryIndex(): never {
    throw new Error('no index of memories');
  },
  get agents(): never {
    throw new Error('no agents');
  },
  get documents(): never {
    throw new Error('no documents');
  },
  get passages(): never {
    throw new Error('no passages');
  },
  get actions(): never {
    throw new Error('no actions');
  },
  get hookCalls(): never {
    throw new Error('no calls of hooks');
  },
  get policies(): never {
    throw new Error('no policies');
  },
};
