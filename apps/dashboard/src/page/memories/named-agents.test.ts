import { expect, test } from 'vitest';
import { namedAgents } from './named-agents.ts';

test('agents stand by name, each told from the others', () => {
  const agents = [
    { id: 'b', name: 'Scout' },
    { id: 'a', name: 'Scout' },
    { id: 'planner-7', name: null },
    { id: 'Scout', name: ' ' },
    { id: 'c', name: 'Ada' },
  ];
  expect(namedAgents(agents)).toEqual([
    { id: 'c', name: 'Ada' },
    { id: 'planner-7', name: 'planner-7' },
    { id: 'Scout', name: 'Scout' },
    { id: 'a', name: 'Scout (a)' },
    { id: 'b', name: 'Scout (b)' },
  ]);
});
