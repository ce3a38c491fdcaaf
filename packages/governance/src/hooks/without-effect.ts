import { words } from '../shell/words.ts';
import type { ToolUse } from './hook-event.ts';
import { plansNothing } from './schedule-tools.ts';

/**
 * What a call of these does stays between the agent and the person at it: they speak to that person, keep the agent's own lists, or show and
 * end what the agent itself began. By the names that Claude Code, Codex and Cursor have and had for them.
 */
const withoutEffect = new Set(
  words(`
    AskUserQuestion AskQuestion request_user_input SendUserMessage Brief EnterPlanMode ExitPlanMode ReportFindings SubagentHandback EndConversation
    TodoWrite TodoRead TaskCreate TaskGet TaskUpdate TaskList update_plan
    TaskStop TaskOutput AgentOutputTool KillShell KillBash BashOutput ListAgents ListPeers CronList
    ListMcpResources ListMcpResourcesTool list_mcp_resources list_mcp_resource_templates WaitForMcpServers ToolSearch ReadNotifications ReadLints
  `),
);

/** Whether there is nothing to decide about a call, unless a rule names its tool. A server's tool of that name is another. */
export const isWithoutEffect = (use: ToolUse): boolean => use.server === undefined && (withoutEffect.has(use.tool) || plansNothing(use));
