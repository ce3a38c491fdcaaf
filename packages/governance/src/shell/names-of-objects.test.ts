import { expect, test } from 'vitest';
import { actionSchema } from '../actions/action.ts';
import { decide } from '../decision/decide.ts';
import { readClaudeCodeHook } from '../hooks/claude-code.ts';
import { preconditionsOf } from '../permits/preconditions.ts';
import { noHistory } from '../rules/history.ts';
import { starterRevision } from '../rules/starter-revision.ts';

/** Names that every object answers to: a table that is asked for one carelessly gives something that is none of its own. */
const names = Object.getOwnPropertyNames(Object.prototype);

const acting = { projectId: 'p', userId: 'u', credentialId: 'c', credentialKind: 'api_key', agentId: undefined } as const;

test.each(names)('a program, an option or a subcommand that is called %s is one that nobody knows', (name) => {
  for (const command of [
    `${name} -a b`,
    `cat x | ${name} sudo sh`,
    `git ${name} x`,
    `git -c ${name}=x log`,
    `sudo ${name}`,
    `ls --${name}=x`,
  ]) {
    const action = actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });
    const { outcome } = decide(action, starterRevision, { acting, history: noHistory, now: new Date() });
    expect([command, outcome]).toEqual([command, expect.toBeOneOf(['require_approval', 'deny', 'allow'])]);
    expect(preconditionsOf(action)).toBeInstanceOf(Array);
  }
  const unknown = decide(
    actionSchema.parse({ kind: 'shell.exec', command: name, cwd: '/repo', workspace_root: '/repo' }),
    starterRevision,
    {
      acting,
      history: noHistory,
      now: new Date(),
    },
  );
  expect(unknown.outcome).not.toBe('allow');
});

test.each(names)('a tool of a client that is called %s is one that nobody knows', (name) => {
  const event = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: name, tool_input: {}, cwd: '/repo' };
  expect(readClaudeCodeHook(event).phase).toBe('before');
});

test.each(['session_id', 'cwd', 'tool_name', 'agent_type', 'tool_use_id'])('a hook whose %s no store holds cannot be read', (member) => {
  const event = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/repo' };
  for (const text of ['a\0b', '\ud800']) expect(readClaudeCodeHook({ ...event, [member]: text }).phase).toBe('unreadable');
});
