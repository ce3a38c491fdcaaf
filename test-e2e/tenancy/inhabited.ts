import { ask, shell, waiting } from '../governance/asking.ts';
import { added, documents, settled, submit } from '../knowledge/documents.ts';
import { remembered, save } from '../memories/remembered.ts';
import { rareWord } from '../product/rare-word.ts';
import type { Project, Stage } from '../product/stage.ts';
import { submit as submitTask } from '../tasks/tasks.ts';

/** A project with something of everything in it. */
export interface Inhabited extends Project {
  readonly memoryId: string;
  readonly documentId: string;
  /** A document whose ingestion failed. */
  readonly failedId: string;
  readonly agentId: string;
  readonly taskId: string;
  readonly scheduleId: string;
  readonly decisionId: string;
  readonly executionId: string;
  /** Waits for people. */
  readonly approvalId: string;
  /** Of the requests that made the decision. */
  readonly traceId: string;
  /** A word that is in every text of the project and nowhere else. */
  readonly word: string;
}

export async function inhabited(stage: Stage): Promise<Inhabited> {
  const project = await stage.newProject();
  const word = rareWord();
  const memoryId = await save(project.caller, `A memory of ${word}.`);
  const documentId = await added(project.caller, `${word}.md`, `# Of ${word}\n\nThe ${word} is kept in the safe.`);
  const failedId = await submit(project.caller, `blank ${word}`, ' ');
  await settled(project.caller, failedId);
  const { caller, session } = project;
  const agent = await session.rest('POST', '/v1/agents', { name: word, instructions: word });
  const taskId = await submitTask(caller, { goal: word, run: false, steps: [{ id: 'a', kind: 'checkpoint', needs_approval: true }] });
  const schedule = await caller.rest('POST', '/v1/schedules', {
    goal: word,
    cron: '0 6 * * *',
    plan: { steps: [{ id: 'a', kind: 'checkpoint' }] },
  });
  const decided = await ask(caller, shell('cat README.md'));
  const begun = await ask(caller, shell('cat LICENSE'));
  const start = await caller.rest('POST', `/v1/actions/${begun.body.decision_id}/start`, { permit: begun.body.permit.token });
  const approvalId = await waiting(caller, shell(`npm publish ${word}`));
  await session.rest('POST', '/v1/policies/revisions', { name: word, rules: [] });
  return {
    ...project,
    memoryId,
    documentId,
    failedId,
    agentId: agent.body.id,
    taskId,
    scheduleId: schedule.body.id,
    decisionId: decided.body.decision_id,
    executionId: start.body.execution_id,
    approvalId,
    traceId: decided.body.trace_id,
    word,
  };
}

/** The ids of everything in it, by the noun that stands before them in an address. */
export const idsOf = (home: Inhabited): Readonly<Record<string, string>> => ({
  memories: home.memoryId,
  documents: home.documentId,
  agents: home.agentId,
  tasks: home.taskId,
  schedules: home.scheduleId,
  actions: home.decisionId,
  executions: home.executionId,
  approvals: home.approvalId,
  traces: home.traceId,
  'api-keys': home.keyId,
  projects: home.id,
});

/** All that a project has, as its own people see it. */
export async function everythingOf({ caller, session, documentId, word }: Inhabited) {
  return {
    memories: await remembered(caller),
    documents: (await caller.rest('GET', documents)).body,
    text: (await caller.rest('GET', `${documents}/${documentId}/content`)).body,
    found: (await caller.rest('POST', '/v1/knowledge/search', { query: word })).body,
    keys: (await session.rest('GET', '/v1/api-keys')).body.data.map(({ id, name }: { id: string; name: string }) => ({ id, name })),
    project: (await caller.rest('GET', '/v1/projects')).body,
    agents: (await caller.rest('GET', '/v1/agents')).body,
    tasks: (await caller.rest('GET', '/v1/tasks')).body,
    schedules: (await caller.rest('GET', '/v1/schedules')).body,
    approvals: (await session.rest('GET', '/v1/approvals')).body,
    policies: (await session.rest('GET', '/v1/policies/revisions')).body,
  };
}
