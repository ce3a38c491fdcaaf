import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readClaudeCodeHook } from './claude-code.ts';
import { withKeyedRefs } from './call-ref.ts';
import { readCursorHook } from './cursor.ts';
import type { HookEvent } from './hook-event.ts';

const by = (key: string) => (secret: string) => createHmac('sha256', key).update(secret).digest('hex');

const told = (name: string) =>
  readClaudeCodeHook({ session_id: 's', hook_event_name: name, cwd: '/repo', tool_name: 'Bash', tool_input: { command: 'mysql -p4711' } });

const refsOf = (event: HookEvent): readonly string[] =>
  Object.entries(event).flatMap(([name, value]: [string, unknown]) => (name.endsWith('Ref') && typeof value === 'string' ? [value] : []));

test('a call without an id is found afterwards by a ref that only the key of its project makes', () => {
  const keyed = (name: string, key: string) => refsOf(withKeyedRefs(told(name), by(key)));
  expect(keyed('PreToolUse', 'one')[0]).toBe(keyed('PostToolUse', 'one')[0]);
  for (const key of ['one', 'two']) expect(keyed('PreToolUse', key)).not.toEqual(refsOf(told('PreToolUse')));
  expect(keyed('PreToolUse', 'two')).not.toEqual(keyed('PreToolUse', 'one'));
});

test('every ref of every event is keyed, and nothing else is changed', () => {
  const announced = readCursorHook({
    conversation_id: 'c',
    generation_id: 'g',
    hook_event_name: 'beforeShellExecution',
    command: 'mysql -p4711',
    cwd: '/repo',
    workspace_roots: ['/repo'],
  });
  for (const event of [told('PreToolUse'), told('PostToolUse'), announced]) {
    const keyed = withKeyedRefs(event, by('one'));
    expect(refsOf(keyed).filter((ref) => refsOf(event).includes(ref))).toEqual([]);
    expect(refsOf(keyed)).toHaveLength(refsOf(event).length);
    const rest = (one: HookEvent) => Object.entries(one).filter(([name]) => !name.endsWith('Ref'));
    expect(rest(keyed)).toEqual(rest(event));
  }
});
