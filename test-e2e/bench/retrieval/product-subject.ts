import { setTimeout as sleep } from 'node:timers/promises';
import { callerFor, type Caller } from '../../product/caller.ts';
import type { Person } from '../../product/person.ts';
import type { Conversation, Turn } from './conversations.ts';
import type { Knowledge, Recall, Source, Subject } from './measures.ts';

/** How a turn is remembered. */
export const forms = {
  /** The speaker as the agent, session and time named. */
  named: ({ speaker, text, session, at }: Turn) => ({ content: text, agent_name: speaker, session_id: session, occurred_at: at }),
  /** The speaker before the text, saved by one agent. */
  labelled: ({ speaker, text, session, at }: Turn) => ({
    content: `${speaker}: ${text}`,
    agent_name: 'assistant',
    session_id: session,
    occurred_at: at,
  }),
  /** Nothing but what was said and by whom. */
  plain: ({ speaker, text }: Turn) => ({ content: `${speaker}: ${text}` }),
  /** What was said, saved by its speaker. */
  spoken: ({ speaker, text }: Turn) => ({ content: text, agent_name: speaker }),
  /** Nothing but what was said. */
  bare: ({ text }: Turn) => ({ content: text }),
} as const;
export type Form = keyof typeof forms;

/** A started product, used from outside; each set gets a project of its own. */
export function createProductSubject(person: Person, form: Form): Subject {
  let projects = 0;
  async function newProject(): Promise<Caller> {
    const id = await person.makeProject(`set ${(projects += 1)}`);
    const { secret } = await person.makeKey(id, 'bench');
    return callerFor(person.baseUrl, secret);
  }
  return {
    know: async (sources) => know(await newProject(), sources),
    remember: async (conversation) => remember(await newProject(), conversation, form),
  };
}

async function know(caller: Caller, sources: readonly Source[]): Promise<Knowledge> {
  const ids = new Map<string, string>();
  for (const { id, title, text, mediaType } of sources) {
    const { document_id } = await posted(caller, '/v1/knowledge/documents', { title, content: text, media_type: mediaType });
    ids.set(document_id as string, id);
  }
  for (const id of ids.keys()) await ready(caller, id);
  return {
    async search(question, limit) {
      const { results } = await posted(caller, '/v1/knowledge/search', { query: question, limit, synthesize: false });
      return (results as FoundPassage[]).map(({ document_id, passage, start, end }) => ({
        source: ids.get(document_id) ?? '',
        text: passage,
        start,
        end,
      }));
    },
  };
}

interface FoundPassage {
  readonly document_id: string;
  readonly passage: string;
  readonly start: number;
  readonly end: number;
}

async function ready(caller: Caller, id: string): Promise<void> {
  for (;;) {
    const { body } = await caller.rest('GET', `/v1/knowledge/documents/${id}`);
    if (body.status === 'ready') return;
    if (body.status === 'failed') throw new Error(`a document failed: ${JSON.stringify(body.error)}`);
    await sleep(100);
  }
}

/** Asked again and again until the answers stay: then everything is embedded. */
const samples = 12;
const settledAfterMs = 4000;

async function remember(caller: Caller, { turns, questions }: Conversation, form: Form): Promise<Recall> {
  const ids = new Map<string, string>();
  for (const turn of turns) {
    const { id } = await posted(caller, '/v1/memories', forms[form](turn));
    ids.set(id as string, turn.id);
  }
  const memory: Recall = {
    async search(question, limit) {
      const { data } = await posted(caller, '/v1/memories/search', { query: question, limit });
      return (data as { id: string }[]).map(({ id }) => ids.get(id) ?? '');
    },
  };
  const asked = questions.slice(0, samples).map(({ question }) => question);
  let before = '';
  for (;;) {
    const now = JSON.stringify(await Promise.all(asked.map((question) => memory.search(question, 50))));
    if (now === before) return memory;
    before = now;
    await sleep(settledAfterMs);
  }
}

async function posted(caller: Caller, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await caller.rest('POST', path, body);
  if (answer.status < 300) return answer.body as Record<string, unknown>;
  throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
}
