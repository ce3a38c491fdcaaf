import { createHash, randomUUID } from 'node:crypto';
import type { Actor, PassageRef } from '@cairn/core';
import { actionSchema, type Action } from '@cairn/governance';
import { planSchema } from '@cairn/orchestration';
import { actionsOn, colleague, freshAction, ingestedFrom, type Cast, type Stage } from '@cairn/test-kit';
import type { Repositories } from '../stores.ts';

const hashOf = (text: string) => createHash('sha256').update(text);

const plan = planSchema.parse({ steps: [{ id: 'a', kind: 'checkpoint' }] });
const moment = '2035-01-01T06:00:00.000Z';
const past = '2025-01-01T06:00:00.000Z';

const shell = (command: string): Action => actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' });

/** A project with something of everything in it: what another tenant could ask for by its id. */
export type Inhabited = Awaited<ReturnType<typeof inhabit>>;

/** Fills the first project of the cast. */
export async function inhabit(ports: Repositories, cast: Cast) {
  const { a, session } = cast;
  const { stores, tasks, ingestion, memoryIndexing } = ports;
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const { id: memory } = await stores.memories.save(a, { content: `memory ${word}`, metadata: { topic: word } });
  await stores.memories.update(a, memory, { content: `memory ${word} again` });
  const pending = await memoryIndexing.pending(a, 10);
  await memoryIndexing.fold(
    a,
    1,
    pending.map((of) => ({ of, terms: { counts: new Map([[word, 1]]), length: 1 } })),
  );
  const documents = await documentsIn(ports, a, word);
  const made = await stores.agents.create(a, {
    name: word,
    description: word,
    instructions: word,
    model: null,
    tools: null,
    memoryScope: 'agent',
  });
  if (made.outcome !== 'done') throw new Error(made.outcome);
  const task = await tasks.tasks.submit(a, { goal: word, plan, run: true });
  const claimed = await ports.taskRuns.claim(a.projectId, task.id);
  if (!claimed) throw new Error('the task cannot be claimed');
  const schedule = await tasks.schedules.create(
    a,
    { cron: '0 6 * * *', timeZone: 'UTC', goal: word, plan },
    { status: 'active', nextRunAt: past },
  );
  const due = await ports.scheduleRuns.load(a.projectId, schedule.id);
  if (!due) throw new Error('the schedule cannot be loaded');
  await stores.policies.create(session, 'project', { name: word, rules: [] });
  await ports.usage.add(a.projectId, [
    { hour: past, credentialId: a.credentialId, credentialKind: 'api_key', counted: 'request', name: word, n: 1, limited: 0 },
  ]);
  const actions = await actionsIn({ ports, cast }, word);
  // Its checkpoint waits for the approval that nobody has voted on.
  await ports.taskRuns.write(claimed.claim, ({ step }) => step('a', { event: 'ask', approvalId: actions.waiting }));
  const head = await ports.audit.chains.head({ kind: 'project', id: a.projectId });
  return {
    word,
    memory,
    agent: made.agent.id,
    task: task.id,
    taskClaim: claimed.claim,
    schedule: schedule.id,
    due,
    head,
    ingestion,
    ...documents,
    ...actions,
  };
}

async function documentsIn({ stores, outbox, ingestion }: Repositories, a: Actor, word: string) {
  const text = `passage ${word}`;
  const { document } = await stores.documents.submit(a, { title: word, mediaType: 'text/plain', bytes: Buffer.from(text) });
  const payloads: unknown[] = [];
  await outbox.relay(50, async (entries) => void payloads.push(...entries.map(({ payload }) => payload)));
  const { versionId } = payloads.find((payload) => (payload as { versionId?: string }).versionId !== undefined) as { versionId: string };
  const claim = await ingestion.claim(a.projectId, versionId);
  if (!claim) throw new Error('the document cannot be claimed');
  await ingestion.publish(claim, ingestedFrom(text), { analyser: 1, modelId: undefined });
  const passage: PassageRef = { documentId: document.id, versionId, ordinal: 0 };
  return { document: document.id, version: versionId, passage, claim };
}

async function actionsIn(stage: Stage & { readonly ports: Repositories }, word: string) {
  const { a } = stage.cast;
  const actions = actionsOn(stage);
  const begun = await actions.decide(a, shell('cat README.md'));
  const execution = await actions.start(a, begun.decisionId, begun.permit?.token ?? '');
  const permitted = await actions.decide(a, shell('cat LICENSE'));
  const asked = await actions.decide(a, freshAction());
  const vote = { decision: 'approve', comment: word } as const;
  await stage.ports.stores.actions.vote(await colleague(stage, 'approver'), asked.approval?.id ?? '', vote);
  const waiting = await actions.decide(a, freshAction());
  const callRef = hashOf(word).digest('hex');
  const calls = [{ decisionId: begun.decisionId, executionId: execution }];
  await stage.ports.stores.hookCalls.remember(a, { callRef, toldRef: callRef, calls });
  return {
    execution,
    callRef,
    decision: permitted.decisionId,
    permit: permitted.permit?.token ?? '',
    digest: permitted.decision.actionDigest,
    approved: asked.approval?.id ?? '',
    approvedDigest: asked.decision.actionDigest,
    waiting: waiting.approval?.id ?? '',
    evaluated: await actions.evaluate(a, freshAction()),
  };
}

/** Somebody with a project of their own. */
export interface Intruder {
  readonly ports: Repositories;
  readonly cast: Cast;
  readonly actor: Actor;
}

type Call = (intruder: Intruder, home: Inhabited) => unknown;

const page = { limit: 50, offset: 0 };
const walk = { limit: 50 };
const newSecret = () => ({ hash: hashOf(randomUUID()).digest(), prefix: 'cairn_xxxx', last4: 'xxxx' });
const permitHash = (token: string) => hashOf(token).digest();
const by = { analyser: 1, modelId: undefined };

/** What names a project by its id instead of by who calls: the worker's parts, which take it from their job. */
const own = <Named extends { readonly projectId: string }>({ actor }: Intruder, named: Named): Named => ({
  ...named,
  projectId: actor.projectId,
});

const reindexTask = (home: Inhabited) => ({
  ...home.passage,
  projectId: '',
  title: home.word,
  passages: 1,
  analyser: 1,
  modelId: undefined,
});

/**
 * For each method of a repository that takes a tenant, a call with the ids of another tenant. A method that is not here fails the test, and so
 * does one that is not there any more.
 */
export const walks: Readonly<Record<string, Call>> = {
  'memories.save': ({ ports, actor }, { agent }) => ports.stores.memories.save(actor, { content: 'x', agentId: agent }),
  'memories.agents': ({ ports, actor }) => ports.stores.memories.agents(actor, { limit: 50 }),
  'memories.page': ({ ports, actor }) => ports.stores.memories.page(actor, page),
  'memories.walk': ({ ports, actor }) => ports.stores.memories.walk(actor, walk),
  'memories.get': ({ ports, actor }, { memory }) => ports.stores.memories.get(actor, memory),
  'memories.state': ({ ports, actor }, { memory }) => ports.stores.memories.state(actor, memory, 'held'),
  'memories.update': ({ ports, actor }, { memory }) => ports.stores.memories.update(actor, memory, { content: 'taken' }),
  'memories.remove': ({ ports, actor }, { memory }) => ports.stores.memories.remove(actor, memory),
  'memories.mayWrite': ({ ports, actor }, { memory }) => ports.stores.memories.mayWrite(actor, memory, 'delete'),
  'memories.history': ({ ports, actor }, { memory }) => ports.stores.memories.history(actor, memory, walk),
  'memories.restore': ({ ports, actor }, { memory }) => ports.stores.memories.restore(actor, memory, 1),
  'memoryIndex.lookup': ({ ports, actor }, { word }) => ports.stores.memoryIndex.lookup(actor, [word], { filter: {}, unindexed: 50 }),
  'memoryIndex.locate': ({ ports, actor }) => ports.stores.memoryIndex.locate(actor, [0, 1, 2]),
  'memoryIndex.neighbourhoods': ({ ports, actor }, { memory }) => ports.stores.memoryIndex.neighbourhoods(actor, [memory]),
  'memoryIndex.codes': ({ ports, actor }) => ports.stores.memoryIndex.codes(actor, 'model', 0),
  'agents.create': ({ ports, actor }) =>
    ports.stores.agents.create(actor, { name: 'x', description: null, instructions: null, model: null, tools: null, memoryScope: 'agent' }),
  'agents.walk': ({ ports, actor }, { agent }) =>
    ports.stores.agents.walk(actor, walk).then((agents) => agents.filter(({ id }) => id === agent)),
  'agents.get': ({ ports, actor }, { agent }) => ports.stores.agents.get(actor, agent),
  'agents.update': ({ ports, actor }, { agent }) => ports.stores.agents.update(actor, agent, { change: { name: 'taken' } }),
  'agents.remove': ({ ports, actor }, { agent }) => ports.stores.agents.remove(actor, agent),
  'agents.versions': ({ ports, actor }, { agent }) => ports.stores.agents.versions(actor, agent, walk),
  'agents.version': ({ ports, actor }, { agent }) => ports.stores.agents.version(actor, agent, 1),
  'documents.submit': ({ ports, actor }) =>
    ports.stores.documents.submit(actor, { title: 'x', mediaType: 'text/plain', bytes: Buffer.from('x') }),
  'documents.submitOnto': ({ ports, actor }) =>
    ports.stores.documents.submitOnto(actor, { title: 'y', mediaType: 'text/plain', bytes: Buffer.from('y') }, null),
  'documents.newest': ({ ports, actor }, { document }) => ports.stores.documents.newest(actor, { id: document }),
  'documents.originalHash': async ({ ports, cast, actor }, { document }) => {
    const newest = await ports.stores.documents.newest(cast.a, { id: document });
    return newest && ports.stores.documents.originalHash(actor, newest);
  },
  'documents.page': ({ ports, actor }) => ports.stores.documents.page(actor, page),
  'documents.walk': ({ ports, actor }) => ports.stores.documents.walk(actor, walk),
  'documents.get': ({ ports, actor }, { document }) => ports.stores.documents.get(actor, document),
  'documents.content': ({ ports, actor }, { document }) => ports.stores.documents.content(actor, document, { offset: 0 }),
  'documents.original': ({ ports, actor }, { document }) => ports.stores.documents.original(actor, document),
  'documents.remove': ({ ports, actor }, { document }) => ports.stores.documents.remove(actor, document),
  'documents.retry': ({ ports, actor }, { document }) => ports.stores.documents.retry(actor, document),
  'documents.reindex': ({ ports, actor }, { document }) => ports.stores.documents.reindex(actor, document),
  'passages.lookup': ({ ports, actor }, { word, document }) =>
    ports.stores.passages.lookup(actor, [word, 'passage'], { documentIds: [document] }).then(({ terms }) => [...terms]),
  'passages.locate': ({ ports, actor }) => ports.stores.passages.locate(actor, [{ block: 0, slot: 0 }]),
  'passages.codes': ({ ports, actor }) => ports.stores.passages.codes(actor, 'model', 0),
  'passages.passages': ({ ports, actor }, { passage }) => ports.stores.passages.passages(actor, [passage]),
  'actions.decide': ({ ports, cast, actor }, { agent, task }) =>
    actionsOn({ ports, cast }).decide(actor, shell('ls'), { agentId: agent, taskId: task }),
  'actions.isDenied': ({ ports, actor }, { task, word }) => ports.stores.actions.isDenied(actor, task, [word]),
  'actions.inTurn': ({ ports, actor }, { waiting }) =>
    ports.stores.actions.inTurn(actor, ({ repository }) => repository.approval(actor, waiting)),
  'actions.start': ({ ports, actor }, { decision, permit }) =>
    ports.stores.actions.start(actor, {
      decisionId: decision,
      tokenHash: permitHash(permit),
      executionId: randomUUID(),
      status: 'running',
    }),
  'actions.spend': ({ ports, actor }, { approved, approvedDigest }) =>
    ports.stores.actions.spend(actor, {
      approvalId: approved,
      digest: approvedDigest,
      executionId: randomUUID(),
      status: 'succeeded',
    }),
  'actions.report': ({ ports, actor }, { execution }) => ports.stores.actions.report(actor, execution, { status: 'failed' }),
  'actions.approvals': ({ ports, actor }) => ports.stores.actions.approvals(actor, walk, {}),
  'actions.approval': ({ ports, actor }, { waiting }) => ports.stores.actions.approval(actor, waiting),
  'actions.vote': ({ ports, actor }, { waiting }) => ports.stores.actions.vote(actor, waiting, { decision: 'deny' }),
  'actions.withdraw': ({ ports, actor }, { waiting }) => ports.stores.actions.withdraw(actor, waiting, 'cancel'),
  'actions.allowsSelfApproval': ({ ports, actor }) => ports.stores.actions.allowsSelfApproval(actor),
  'actions.allowSelfApproval': ({ ports, actor }) => ports.stores.actions.allowSelfApproval(actor, true),
  'hookCalls.remember': ({ ports, actor }, { callRef, decision, execution }) => {
    const calls = [{ decisionId: decision, executionId: execution }];
    return ports.stores.hookCalls.remember(actor, { callRef, toldRef: callRef, calls });
  },
  'hookCalls.deny': ({ ports, actor }, { callRef, decision }) => ports.stores.hookCalls.deny(actor, callRef, decision),
  'hookCalls.carryOver': ({ ports, actor }, { callRef }) => ports.stores.hookCalls.carryOver(actor, callRef, `${callRef.slice(1)}0`),
  'hookCalls.end': ({ ports, actor }, { callRef }) => ports.stores.hookCalls.end(actor, { callRef, outcome: 'succeeded' }),
  'policies.active': ({ ports, actor }) => ports.stores.policies.active(actor.projectId),
  'policies.list': ({ ports, actor }) => ports.stores.policies.list(actor, 'project', walk),
  'policies.get': ({ ports, actor }) => ports.stores.policies.get(actor, 'project', 1),
  'policies.current': ({ ports, actor }) => ports.stores.policies.current(actor, 'project'),
  'policies.create': ({ ports, actor }) => ports.stores.policies.create(actor, 'project', { name: 'x', rules: [] }),
  'policies.activate': ({ ports, actor }) => ports.stores.policies.activate(actor, 'project', 7),
  'apiKeys.create': ({ ports, actor }) => ports.directory.apiKeys.create(sessionOf(actor), 'x', newSecret()),
  'apiKeys.list': ({ ports, actor }) => ports.directory.apiKeys.list(sessionOf(actor), { limit: 50 }),
  'apiKeys.rotate': ({ ports, cast, actor }) => ports.directory.apiKeys.rotate(sessionOf(actor), cast.a.credentialId, newSecret()),
  'apiKeys.revoke': ({ ports, cast, actor }) => ports.directory.apiKeys.revoke(sessionOf(actor), cast.a.credentialId),
  'ingestion.claim': ({ ports, actor }, { version }) => ports.ingestion.claim(actor.projectId, version),
  'ingestion.progress': (intruder, { claim }) => intruder.ports.ingestion.progress(own(intruder, claim), 'parsing', 50),
  'ingestion.missingVectors': (intruder, { claim }) => intruder.ports.ingestion.missingVectors(own(intruder, claim), 'model', []),
  'ingestion.stageVectors': (intruder, { claim }) => intruder.ports.ingestion.stageVectors(own(intruder, claim), 'model', segment, 50),
  'ingestion.publish': (intruder, { claim }) => intruder.ports.ingestion.publish(own(intruder, claim), ingestedFrom('taken'), by),
  'ingestion.fail': (intruder, { claim }) => intruder.ports.ingestion.fail(own(intruder, claim), { code: 'unreadable', message: 'x' }),
  'ingestion.release': (intruder, { claim }) => intruder.ports.ingestion.release(own(intruder, claim)),
  'memoryIndexing.pending': ({ ports, actor }) => ports.memoryIndexing.pending(actor, 50),
  'memoryIndexing.fold': async ({ ports, actor }, { memory }) => {
    const [of] = await ports.memoryIndexing.pending(actor, 1);
    const foreign = of && [{ of: { ...of, memory: { ...of.memory, id: memory } }, terms: { counts: new Map(), length: 0 } }];
    return ports.memoryIndexing.fold(actor, 1, foreign ?? []);
  },
  'memoryIndexing.retire': ({ ports, actor }) => ports.memoryIndexing.retire(actor, 2, 50),
  'memoryIndexing.unembedded': ({ ports, actor }) => ports.memoryIndexing.unembedded(actor, 'model', 50),
  'memoryIndexing.embed': ({ ports, actor }) => ports.memoryIndexing.embed(actor, 'model', []),
  'memoryIndexing.label': ({ ports, actor }) => ports.memoryIndexing.label(actor, 50),
  'reindex.find': ({ ports, actor }, { version }) => ports.reindex.find(actor.projectId, version),
  'reindex.passages': (intruder, home) => intruder.ports.reindex.passages(own(intruder, reindexTask(home)), 0, 50),
  'reindex.replaceTerms': (intruder, home) => intruder.ports.reindex.replaceTerms(own(intruder, reindexTask(home)), [], 2),
  'reindex.missingVectors': (intruder, home) => intruder.ports.reindex.missingVectors(own(intruder, reindexTask(home)), 'model', []),
  'reindex.stageVectors': (intruder, home) => intruder.ports.reindex.stageVectors(own(intruder, reindexTask(home)), 'model', segment),
  'reindex.showVectors': (intruder, home) => intruder.ports.reindex.showVectors(own(intruder, reindexTask(home)), 'model'),
  'tasks.submit': ({ ports, actor }) => ports.tasks.tasks.submit(actor, { goal: 'x', plan, run: false }),
  'tasks.walk': ({ ports, actor }, { task }) => ports.tasks.tasks.walk(actor, walk, { parentTaskId: task }),
  'tasks.get': ({ ports, actor }, { task }) => ports.tasks.tasks.get(actor, task),
  'tasks.plan': ({ ports, actor }, { task }) => ports.tasks.tasks.plan(actor, task),
  'tasks.decisions': ({ ports, actor }, { task }) => ports.tasks.tasks.decisions(actor, task),
  'tasks.events': ({ ports, actor }, { task }) => ports.tasks.tasks.events(actor, task, 0, 50),
  'tasks.run': ({ ports, actor }, { task }) => ports.tasks.tasks.run(actor, task),
  'tasks.pause': ({ ports, actor }, { task }) => ports.tasks.tasks.pause(actor, task),
  'tasks.resume': ({ ports, actor }, { task }) => ports.tasks.tasks.resume(actor, task),
  'tasks.cancel': ({ ports, actor }, { task }) => ports.tasks.tasks.cancel(actor, task),
  'tasks.retry': ({ ports, actor }, { task }) => ports.tasks.tasks.retry(actor, task),
  'tasks.replan': ({ ports, actor }, { task }) => ports.tasks.tasks.replan(actor, task, plan),
  'tasks.checkpoint': ({ ports, actor }, { waiting }) => ports.tasks.tasks.checkpoint(actor, waiting),
  'tasks.report': ({ ports, actor }, { task }) => ports.tasks.tasks.report(actor, task, 'a', { status: 'succeeded' }),
  'schedules.create': ({ ports, actor }) =>
    ports.tasks.schedules.create(actor, { cron: '0 6 * * *', timeZone: 'UTC', goal: 'x', plan }, { status: 'active', nextRunAt: moment }),
  'schedules.walk': ({ ports, actor }) => ports.tasks.schedules.walk(actor, walk),
  'schedules.get': ({ ports, actor }, { schedule }) => ports.tasks.schedules.get(actor, schedule),
  'schedules.pause': ({ ports, actor }, { schedule }) => ports.tasks.schedules.pause(actor, schedule),
  'schedules.resume': ({ ports, actor }, { schedule }) => ports.tasks.schedules.resume(actor, schedule, moment),
  'schedules.remove': ({ ports, actor }, { schedule }) => ports.tasks.schedules.remove(actor, schedule),
  'scheduleRuns.load': ({ ports, actor }, { schedule }) => ports.scheduleRuns.load(actor.projectId, schedule),
  'scheduleRuns.fire': (intruder, { due }) => intruder.ports.scheduleRuns.fire(own(intruder, due), moment),
  'scheduleRuns.approve': (intruder, { due }) => intruder.ports.scheduleRuns.approve(own(intruder, due), moment),
  'scheduleRuns.decide': (intruder, { due, evaluated }) => intruder.ports.scheduleRuns.decide(own(intruder, due), evaluated, moment),
  'scheduleRuns.skip': (intruder, { due }) => intruder.ports.scheduleRuns.skip(own(intruder, due), moment, { code: 'busy', message: 'x' }),
  'scheduleRuns.end': (intruder, { due }) => intruder.ports.scheduleRuns.end(own(intruder, due), 'ended', null),
  'taskRuns.claim': ({ ports, actor }, { task }) => ports.taskRuns.claim(actor.projectId, task),
  'taskRuns.beat': (intruder, { taskClaim }) => intruder.ports.taskRuns.beat(own(intruder, taskClaim)),
  'taskRuns.outputs': (intruder, { taskClaim }) => intruder.ports.taskRuns.outputs(own(intruder, taskClaim), 1, ['a']),
  'taskRuns.write': (intruder, { taskClaim }) => intruder.ports.taskRuns.write(own(intruder, taskClaim), async ({ steps }) => steps()),
  'taskRuns.release': (intruder, { taskClaim }) => intruder.ports.taskRuns.release(own(intruder, taskClaim)),
  'taskRuns.pauseChildren': (intruder, { taskClaim }) => intruder.ports.taskRuns.pauseChildren(own(intruder, taskClaim)),
  'taskRuns.cancelChildren': (intruder, { taskClaim }) => intruder.ports.taskRuns.cancelChildren(own(intruder, taskClaim)),
  'actionHistory.read': ({ ports, actor }) =>
    ports.actionHistory.read(
      {
        projectId: actor.projectId,
        userId: actor.userId,
        credentialId: actor.credentialId,
        credentialKind: actor.kind,
        agentId: undefined,
      },
      shell('cat README.md'),
      { counts: [{ key: 'user', windowSeconds: 3600, most: 10 }], sums: [], events: [] },
    ),
  'actionHistory.recorded': async ({ ports, actor }) => {
    const found = [];
    for await (const action of ports.actionHistory.recorded(actor.projectId, { limit: 50 })) found.push(action);
    return found;
  },
  'actionHistory.undecided': ({ ports, actor }) => ports.actionHistory.undecided(actor.projectId, {}),
  'archives.open': ({ ports }, home) => ports.archives.open(nobody, home.claim.projectId, 'x'),
  'archives.mayRead': ({ ports }, home) => ports.archives.mayRead(nobody.userId, home.claim.projectId),
  'archives.read': ({ ports, actor }) => pagesOf(ports.archives.read(actor.projectId)),
  'archives.readFormerAudit': ({ ports, actor }) => pagesOf(ports.archives.readFormerAudit(actor.projectId)),
  'archives.begin': ({ ports, cast }) => ports.archives.begin(nobody, cast.workspaceId, { archive_id: 'x' } as never),
  'erasures.noteRedisKeys': ({ ports, cast }) =>
    ports.directory.erasures.noteRedisKeys(nobody, { projectId: cast.projectA, workspaceId: randomUUID() }, 1),
  'erasures.receipts': ({ ports }) => ports.directory.erasures.receipts(nobody.userId, walk),
  'erasures.receipt': ({ ports, cast }) => ports.directory.erasures.receipt(nobody.userId, cast.projectA),
  'keyRotation.rotate': ({ ports, cast }) => ports.keyRotation.rotate(nobody, cast.projectA),
  'keyRotation.state': ({ ports, cast }) => ports.keyRotation.state(nobody.userId, cast.projectA),
  'keyRotation.reseal': ({ ports, actor }) => ports.keyRotation.reseal(actor.projectId, async () => {}),
  'usage.add': ({ ports, cast, actor }) =>
    ports.usage.add(actor.projectId, [
      { hour: past, credentialId: cast.a.credentialId, credentialKind: 'api_key', counted: 'request', name: 'x', n: 1, limited: 0 },
    ]),
  'usage.read': async ({ ports, actor }, { word }) => {
    const { hours, ...rest } = await ports.usage.read(actor, { from: past, to: moment }, 50);
    return [hours.filter(({ name }) => name === word), rest.storage, rest.queue];
  },
  'commitments.of': async ({ ports, actor }, { word }) => (await ports.commitments.of(actor.projectId))(word),
  'chains.head': ({ ports, actor }) => ports.audit.chains.head({ kind: 'project', id: actor.projectId }),
  'chains.links': ({ ports, actor }) =>
    ports.audit.chains.links({ kind: 'project', id: actor.projectId }, { after: 0, upTo: 1, limit: 50 }),
  'chains.hasUnchained': ({ ports, actor }) => ports.audit.chains.hasUnchained({ kind: 'project', id: actor.projectId }),
  'chains.isPolicyTold': ({ ports, actor }) => ports.audit.chains.isPolicyTold({ kind: 'project', id: actor.projectId }),
  'chains.checkpoints': ({ ports, actor }) => ports.audit.chains.checkpoints({ kind: 'project', id: actor.projectId }),
  'chains.page': ({ ports, actor }) =>
    ports.audit.chains.page(
      { kind: 'project', id: actor.projectId },
      { after: undefined, limit: 1, isReversed: false },
      { action: 'task' },
    ),
  'chains.trace': ({ ports, cast, actor }) => ports.audit.chains.trace(actor.projectId, cast.a.traceId),
  // The last, since from then on there is a memory of that id among the intruder's own.
  'memories.import': ({ ports, actor }, { memory }) => ports.stores.memories.import(actor, [{ id: memory, content: 'taken' }]),
};

/**
 * Methods that take a tenant and are no question or change of one by its id: what has to be walked within is walked by itself, and what takes
 * an arrival takes one that a member of the workspace began.
 */
export const notWalked = [
  'archives.put',
  'archives.finish',
  'archives.abandon',
  'stores.once',
  'stores.together',
  'tasks.once',
  'tasks.together',
  'memoryIndexing.wake',
];

/** Of every project at once, by what the maintenance role may see; they answer with counts, or with names of work and no content. */
export const ofEveryProject = [
  'archives.clearAbandoned',
  'keyRotation.offer',
  'chains.keep',
  'memoryIndexing.offerBehind',
  'memoryIndexing.dropUnlike',
  'reindex.offerStale',
  'reindex.dropUnlike',
  'scheduleRuns.due',
  'taskRuns.offerDue',
  'taskRuns.clearEnded',
];

const segment = { from: 0, passages: 1, digest: new Uint8Array(32), codes: Uint8Array.of(1), vectors: Int8Array.of(1) };

/** A person who is a member of nothing. */
const nobody = { userId: randomUUID(), sessionId: randomUUID(), requestId: 'r' };

async function pagesOf(pages: AsyncGenerator<readonly unknown[]>): Promise<readonly unknown[]> {
  const all = [];
  for await (const found of pages) all.push(...found);
  return all;
}

/** Keys are made and revoked by people. */
const sessionOf = (actor: Actor): Actor => ({ ...actor, kind: 'session' });
