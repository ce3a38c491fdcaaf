import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { vote } from './asking.ts';
import { newTeam } from './people.ts';
import type { Team } from './people.ts';
import { activate, allowPolicy, inForce } from './rules.ts';

export const hookWithoutEffectSuite: Suite = (stage) => {
  describe('a hook of a tool that does nothing', () => {
    let team: Team;
    beforeAll(async () => {
      team = await newTeam(stage);
    });

    const call = (tool: string, input: object = {}, more: object = {}) => ({
      session_id: 'a conversation',
      cwd: '/repo',
      permission_mode: 'plan',
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: input,
      tool_use_id: randomUUID(),
      ...more,
    });
    const ask = (client: string, event: object): Promise<Answer> => team.agent.rest('POST', `/v1/hooks/${client}`, event);
    const claude = (tool: string, input?: object, more?: object) => ask('claude-code', call(tool, input, more));
    const cursor = (tool: string) =>
      ask('cursor', { conversation_id: 'c', hook_event_name: 'preToolUse', workspace_roots: ['/repo'], tool_name: tool, tool_input: {} });
    const newest = async (): Promise<number> =>
      (await team.at(team.owner).rest('GET', '/v1/audit?order=desc&limit=1')).body.data[0]?.seq ?? 0;
    const rule = (id: string, effect: string, when: object) => ({ id, effect, when: { kind: ['mcp.call'], ...when }, justification: 'x' });

    test('is answered with no opinion, so that the client asks what it would, and leaves nothing in the audit', async () => {
      const before = await newest();
      for (const tool of ['ExitPlanMode', 'AskUserQuestion', 'TodoWrite', 'KillShell', 'TaskCreate'])
        expect(await claude(tool, { plan: 'x' })).toMatchObject({ status: 200, body: {} });
      expect((await claude('ExitPlanMode', { plan: 'x' })).body).toEqual({});
      expect((await ask('codex', call('update_plan'))).body).toEqual({});
      expect((await cursor('TodoWrite')).body).toEqual({ permission: 'allow' });
      await claude('ExitPlanMode', {}, { hook_event_name: 'PostToolUse', tool_response: {} });
      expect(await newest()).toBe(before);
    });

    test('heeds the rules that name its tool, and those alone', async () => {
      await inForce(team.at(team.owner), [
        rule('no-calls', 'deny', {}),
        rule('no-lists', 'deny', { tool: ['Todo*'] }),
        rule('plans', 'require_approval', { tool: ['ExitPlanMode'], server: ['claude-code'] }),
        allowPolicy,
      ]);
      const told = async (answer: Promise<Answer>) => (await answer).body.hookSpecificOutput ?? {};
      expect(await told(claude('AskUserQuestion'))).toEqual({});
      expect(await told(claude('SomethingNew'))).toMatchObject({ permissionDecision: 'deny' });
      const denied = { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining('no-lists') };
      expect(await told(claude('TodoWrite'))).toMatchObject(denied);
      expect(await told(ask('codex', call('TodoRead')))).toMatchObject(denied);
      expect((await cursor('TodoWrite')).body).toMatchObject({ permission: 'deny' });
      const asked = await told(claude('ExitPlanMode', { plan: 'x' }));
      expect(asked).toMatchObject({ permissionDecision: 'ask', permissionDecisionReason: expect.stringContaining('plans') });
      const [, approval = ''] = /[Aa]pproval ([0-9a-f-]{36})/.exec(asked.permissionDecisionReason) ?? [];
      expect((await vote(team.at(team.approver), approval, 'approve')).status).toBe(200);
      // A colleague let it be called; the plan is still for the person at the client to look at.
      expect(await told(claude('ExitPlanMode', { plan: 'x' }))).toEqual({});
      expect(await told(claude('ExitPlanMode', { plan: 'x' }))).toMatchObject({ permissionDecision: 'ask' });
      await activate(team.at(team.owner), 0);
    });
  });
};
