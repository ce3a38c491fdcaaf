import type { Memory, MemoryScope } from '@cairn/core';
import { expect, test } from 'vitest';
import { memoryFaults, requireOwnMemory, savedBy } from './agent-memories.ts';
import type { TaskAgent } from './task-agent.ts';

const agent = (memoryScope: MemoryScope): TaskAgent => ({
  id: 'a1',
  name: 'Ada',
  version: 1,
  instructions: null,
  model: null,
  tools: [],
  memoryScope,
});
const memory = (agentId: string | null, scope: MemoryScope = 'agent') => ({ agentId, scope }) as Memory;

test('what an agent saves bears its name, and its scope when the step names none', () => {
  expect(savedBy(agent('agent'), { content: 'x' })).toEqual({ content: 'x', scope: 'agent', agent_id: 'a1', agent_name: 'Ada' });
  expect(savedBy(agent('system'), { content: 'x', agent_name: 'A.' })).toMatchObject({ scope: 'system', agent_name: 'A.' });
  expect(savedBy(agent('system'), { content: 'x', scope: 'agent' })).toMatchObject({ scope: 'agent' });
  expect(savedBy(null, { content: 'x' })).toEqual({ content: 'x' });
});

test('what an agent saves is never for more readers than its scope says, nor of another agent', () => {
  expect(() => savedBy(agent('agent'), { content: 'x', scope: 'system' })).toThrow(/memory_scope of agent "Ada" is "agent"/);
  expect(() => savedBy(agent('system'), { content: 'x', agent_id: 'a2' })).toThrow(/names another agent/);
});

test.each<[MemoryScope, Memory | undefined, boolean]>([
  ['agent', memory('a1'), true],
  ['agent', memory('a1', 'system'), true],
  ['agent', memory('a2'), false],
  ['agent', memory('a2', 'system'), false],
  ['agent', memory(null), false],
  ['system', memory('a2'), false],
  ['system', memory('a2', 'system'), true],
  ['system', memory(null), true],
  ['agent', undefined, true],
])('an agent of scope %s changes %j: %s', (scope, given, may) => {
  const attempt = () => requireOwnMemory(agent(scope), given);
  if (may) expect(attempt).not.toThrow();
  else expect(attempt).toThrow(/memory_scope is/);
});

test('a plan is told where it saves outside of its agent, as far as that is known', () => {
  const plan = {
    steps: [
      { id: 'a', kind: 'memory.save' as const, input: { content: 'x', scope: 'system' } },
      { id: 'b', kind: 'memory.save' as const, input: { content: 'x', scope: '{{steps.a.output.scope}}' }, depends_on: ['a'] },
    ],
  };
  expect(memoryFaults(agent('agent'), plan)).toEqual([{ path: ['steps', 0, 'input', 'scope'], message: expect.any(String) }]);
  expect(memoryFaults(agent('system'), plan)).toEqual([]);
});
