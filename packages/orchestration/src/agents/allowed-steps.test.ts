import { expect, test } from 'vitest';
import { allowedKinds, requireTool, toolFaults } from './allowed-steps.ts';
import { calledBy } from './task-agent.ts';
import type { TaskAgent } from './task-agent.ts';

const agent = (names: readonly string[] | null, name = 'Ada'): TaskAgent => ({
  id: name,
  name,
  version: 3,
  instructions: null,
  model: null,
  tools: names === null ? [] : [{ agent: name, version: 3, names }],
  memoryScope: 'agent',
});

test.each<[string, readonly string[] | null, readonly string[]]>([
  ['none named', null, ['memory.save', 'memory.delete', 'knowledge.search', 'model.generate', 'action', 'task', 'checkpoint', 'wait']],
  ['an empty list', [], ['checkpoint', 'wait']],
  ['kinds of steps', ['memory.save', 'task'], ['memory.save', 'task', 'checkpoint', 'wait']],
  ['tools of the server', ['save_memory', 'search_knowledge'], ['memory.save', 'knowledge.search', 'checkpoint', 'wait']],
])('of %s an agent may do the steps that they are', (_, names, kinds) => {
  const asked = ['memory.save', 'memory.delete', 'knowledge.search', 'model.generate', 'action', 'task', 'checkpoint', 'wait'];
  expect(asked.filter((kind) => allowedKinds(agent(names)).some((one) => one === kind))).toEqual(kinds);
});

const shell = { kind: 'action', input: { action: { kind: 'shell.exec', command: 'ls' } } } as const;
const call = { kind: 'action', input: { action: { kind: 'mcp.call', server: 'git', tool: 'create_issue', arguments: {} } } } as const;

test('an action goes by its kind, and the call of a tool by that tool', () => {
  expect(() => requireTool(agent(['shell.exec']), shell)).not.toThrow();
  expect(() => requireTool(agent(['create_issue']), call)).not.toThrow();
  expect(() => requireTool(agent(['action']), shell)).not.toThrow();
  expect(() => requireTool(agent(['shell.exec']), call)).toThrow(/action is not among the tools of agent "Ada" \(version 3\): shell.exec/);
  expect(() => requireTool(null, shell)).not.toThrow();
});

test('each step that is not allowed is named, what undoes another one too; an action that is not known yet is looked at when it runs', () => {
  const plan = {
    steps: [
      { id: 'a', kind: 'memory.save', input: { content: 'x' }, compensate: { kind: 'memory.delete', input: {} } },
      { id: 'b', kind: 'action', input: { action: '{{steps.a.output}}' } },
      { id: 'c', ...shell },
    ],
  } as const;
  expect(toolFaults(agent(['save_memory']), plan as never)).toEqual([
    { path: ['steps', 0, 'compensate', 'kind'], message: expect.stringMatching(/^memory.delete is not among the tools of agent "Ada"/) },
    { path: ['steps', 2, 'kind'], message: expect.stringMatching(/^action is not among the tools of/) },
  ]);
});

test('an agent that another one called has no more tools than both', () => {
  const above = agent(['save_memory', 'task'], 'Above');
  const below = calledBy(agent(['memory.save', 'memory.delete'], 'Below'), above);
  expect(allowedKinds(below)).toEqual(['memory.save', 'checkpoint', 'wait']);
  expect(() => requireTool(below, { kind: 'memory.delete' })).toThrow(/of agent "Above"/);
  expect(calledBy(null, above)).toBe(above);
  expect(calledBy(above, null)).toBe(above);
  // One that calls itself by way of another keeps what bounds it.
  const round = calledBy(agent(['save_memory', 'task'], 'Above'), below);
  expect(allowedKinds(calledBy(agent(['save_memory', 'task'], 'Above'), round))).toEqual(['memory.save', 'checkpoint', 'wait']);
});
