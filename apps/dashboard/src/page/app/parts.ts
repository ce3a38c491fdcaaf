import { createPart } from './part.tsx';
import type { Loadable } from './part.tsx';

/** The pages, each with a script of its own. */
export const parts = {
  memories: createPart(() => import('../memories/memories-page.tsx')),
  knowledge: createPart(() => import('../knowledge/knowledge-page.tsx')),
  agents: createPart(() => import('../agents/agents-page.tsx')),
  tasks: createPart(() => import('../tasks/tasks-page.tsx')),
  approvals: createPart(() => import('../approvals/approvals-page.tsx')),
  policies: createPart(() => import('../policies/policies-page.tsx')),
  audit: createPart(() => import('../audit/audit-page.tsx')),
  usage: createPart(() => import('../usage/usage-page.tsx')),
  settings: createPart(() => import('../settings/settings-page.tsx')),
  members: createPart(() => import('../workspace/members-page.tsx')),
  projects: createPart(() => import('../workspace/projects-page.tsx')),
  workspaceSettings: createPart(() => import('../workspace/workspace-settings-page.tsx')),
  account: createPart(() => import('../account/account-page.tsx')),
  approval: createPart(() => import('../approvals/approval-page.tsx')),
  reader: createPart(() => import('../knowledge/reader-page.tsx')),
  task: createPart(() => import('../tasks/task-page.tsx')),
  newTask: createPart(() => import('../tasks/new-task-page.tsx')),
  revision: createPart(() => import('../policies/revision-page.tsx')),
  policyEditor: createPart(() => import('../policies/editor-page.tsx')),
  trace: createPart(() => import('../audit/trace-page.tsx')),
} as const;

/** All of them, those that people go to first before the others. */
export const everyPart: readonly Loadable[] = Object.values(parts);
