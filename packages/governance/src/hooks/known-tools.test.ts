import { expect, test } from 'vitest';
import { decide } from '../decision/decide.ts';
import { noHistory } from '../rules/history.ts';
import { starterRevision } from '../rules/starter-revision.ts';
import { claudeCodeAnswer, readClaudeCodeHook } from './claude-code.ts';
import { codexAnswer, readCodexHook } from './codex.ts';
import { cursorAnswer, readCursorHook } from './cursor.ts';
import { verdictOf } from './verdict.ts';

const event = { cwd: '/repo', hook_event_name: 'PreToolUse', tool_use_id: 't' };
const claude = (tool: string, input: unknown) => readClaudeCodeHook({ ...event, session_id: 's', tool_name: tool, tool_input: input });
const codex = (tool: string, input: unknown) => readCodexHook({ ...event, session_id: 's', tool_name: tool, tool_input: input });
const cursor = (tool: string, input: unknown) =>
  readCursorHook({ conversation_id: 'c', hook_event_name: 'preToolUse', cwd: '/repo', tool_name: tool, tool_input: input });

const actionsOf = (read: ReturnType<typeof claude>) => (read.phase === 'before' ? read.actions : [read]);

const silent = [
  ...(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'TodoWrite', 'TodoRead', 'TaskCreate', 'TaskGet', 'TaskList'] as const),
  ...([
    'TaskUpdate',
    'TaskStop',
    'TaskOutput',
    'KillShell',
    'KillBash',
    'BashOutput',
    'CronList',
    'ListAgents',
    'EndConversation',
  ] as const),
  ...(['ListMcpResourcesTool', 'ReadNotifications', 'ReportFindings', 'SendUserMessage', 'SubagentHandback', 'ToolSearch'] as const),
  'WaitForMcpServers',
] as const;

test.each(silent)('there is nothing to decide about %s of Claude Code, and rules may name it', (tool) => {
  expect(claude(tool, { plan: 'x' })).toMatchObject({
    phase: 'before',
    actions: [],
    named: { kind: 'mcp.call', server: 'claude-code', tool, arguments: { plan: 'x' } },
  });
});

test('what nothing is decided about is answered as each client takes it, and is allowed by none that would leave out a question then', () => {
  const told = verdictOf([], true);
  expect(told).toEqual({ permission: 'no_opinion' });
  expect([claudeCodeAnswer(told), codexAnswer(told), cursorAnswer(told)]).toEqual([{}, {}, { permission: 'allow' }]);
  for (const read of [codex('update_plan', { plan: [] }), cursor('TodoWrite', { todos: [] }), cursor('AskQuestion', {})])
    expect(read).toMatchObject({ phase: 'before', actions: [], named: { kind: 'mcp.call' } });
});

test("a server's tool by the name of one without effect is a call like any other", () => {
  for (const read of [
    claude('mcp__other__ExitPlanMode', {}),
    readCursorHook({ conversation_id: 'c', hook_event_name: 'beforeMCPExecution', tool_name: 'TodoWrite', tool_input: '{}', url: 'x' }),
  ])
    expect(actionsOf(read)).toMatchObject([{ kind: 'mcp.call' }]);
});

/** Every other tool of Claude Code as its SDK lists them. */
test.each([
  ['Agent', { description: 'x', prompt: 'y', subagent_type: 'Explore' }, { kind: 'agent.invoke', agent_id: 'Explore' }],
  ['SendMessage', { to: 'helper', message: 'go on', summary: 'x' }, { kind: 'agent.invoke', agent_id: 'helper' }],
  ['SendMessage', { type: 'message', recipient: 'helper', content: 'go on' }, { kind: 'agent.invoke', agent_id: 'helper' }],
  ['Workflow', { name: 'review', args: { a: 1 } }, { kind: 'agent.invoke', agent_id: 'review', options: { args: { a: 1 } } }],
  ['Bash', { command: 'ls' }, { kind: 'shell.exec', command: 'ls' }],
  ['PowerShell', { command: "echo 'a'" }, { kind: 'shell.exec', command: String.raw`pwsh -NoProfile -Command 'echo '\''a'\'''` }],
  ['Read', { file_path: '/repo/x' }, { kind: 'shell.exec', command: "cat -- '/repo/x'" }],
  ['LSP', { operation: 'hover', filePath: 'x.ts', line: 1, character: 1 }, { kind: 'shell.exec', command: "grep -r -- x 'x.ts'" }],
  ['Write', { file_path: '/repo/x', content: '' }, { kind: 'file.write', path: '/repo/x' }],
  ['NotebookEdit', { notebook_path: '/repo/x.ipynb', new_source: '' }, { kind: 'file.write', path: '/repo/x.ipynb' }],
  ['CronCreate', { cron: '0 9 * * *', prompt: 'y' }, { kind: 'schedule.create' }],
  ['CronDelete', { id: 'j1' }, { kind: 'schedule.create' }],
  ['ScheduleWakeup', { delaySeconds: 60, prompt: 'y', reason: 'z', noop: true }, { kind: 'schedule.create' }],
  ['RemoteTrigger', { action: 'create', body: { name: 'x' } }, { kind: 'schedule.create' }],
  ['ReadMcpResourceTool', { server: 'github', uri: 'a://b' }, { kind: 'mcp.call', server: 'github', tool: 'resources/read' }],
  ['ReadMcpResourceDirTool', { server: 'github', uri: 'a://b' }, { kind: 'mcp.call', server: 'github', tool: 'resources/list' }],
  ...(
    ['Artifact', 'ClaudeDesign', 'EnterWorktree', 'ExitWorktree', 'OfferChromeSetup', 'Projects', 'propose_skills', 'SetGoal'] as const
  ).map((tool) => [tool, { x: 1 }, { kind: 'mcp.call', server: 'claude-code', tool, arguments: { x: 1 } }] as const),
  ...(['PushNotification', 'SendFeedback', 'SendUserFile', 'ShareOnboardingGuide', 'Skill', 'SlashCommand', 'WebFetch'] as const).map(
    (tool) => [tool, { x: 1 }, { kind: 'mcp.call', server: 'claude-code', tool, arguments: { x: 1 } }] as const,
  ),
] as const)('%s %j of Claude Code is judged as what it does', (tool, input, action) => {
  expect(actionsOf(claude(tool, input))).toMatchObject([action]);
});

test('a tool that nobody knows, and a command that is not read as one, are never let through unasked', () => {
  const circumstances = { acting: { projectId: 'p', userId: 'u', credentialId: 'c' }, history: noHistory, now: new Date(0) };
  const calls = [claude('SomethingNew', {}), codex('something_new', {}), cursor('SomethingNew', {}), claude('toString', {})];
  // A backslash is no escape there, so what bash reads as one text is three commands.
  const powershell = claude('PowerShell', { command: String.raw`echo "a\"; Remove-Item x; echo \""` });
  for (const [action, ...others] of [...calls, powershell].map(actionsOf)) {
    expect(others).toEqual([]);
    if (action === undefined || !('kind' in action)) throw new Error('not read');
    expect(decide(action, starterRevision, circumstances).outcome).toBe('require_approval');
  }
});

test('an agent that Codex begins is one, told in whatever form', () => {
  expect(actionsOf(codex('spawn_agent', { message: 'look', agent_type: 'explorer' }))).toMatchObject([
    { kind: 'agent.invoke', agent_id: 'explorer' },
  ]);
  expect(actionsOf(codex('spawn_agent', { items: [] }))).toMatchObject([{ kind: 'mcp.call', server: 'codex', tool: 'spawn_agent' }]);
});
