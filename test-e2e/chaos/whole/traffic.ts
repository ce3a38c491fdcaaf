import { randomUUID } from 'node:crypto';
import { ask, shell } from '../../governance/asking.ts';
import { documents } from '../../knowledge/documents.ts';
import { rareWord } from '../../product/rare-word.ts';
import { callerFor } from '../../product/caller.ts';
import type { Answer, Caller } from '../../product/caller.ts';
import type { Project } from '../../product/stage.ts';

/** A project with a word that is in all that it writes and in nothing of another's. */
export interface Tenant {
  readonly project: Project;
  readonly word: string;
  /** Contents of memories that were answered with success. */
  readonly memories: Set<string>;
  /** Titles of documents, likewise. */
  readonly documents: Set<string>;
  /** Ids of executions, likewise. */
  readonly executions: Set<string>;
}

export const tenantOf = (project: Project): Tenant => ({
  project,
  word: rareWord(),
  memories: new Set(),
  documents: new Set(),
  executions: new Set(),
});

export interface Traffic {
  /** What went wrong that never may: a foreign word in an answer, or an answer that is no failure of a part. */
  readonly faults: readonly string[];
  /** Calls that were answered with success so far. */
  successes(): number;
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

/** Answers that a client has while parts are away; `undefined`: there was none. Anything else is a fault. */
const passing = new Set([undefined, 200, 201, 202, 503]);

/**
 * Every tenant writes memories and documents, searches and asks for actions, all at once, until it is stopped. A write that was not answered
 * with success is sent again under its Idempotency-Key, to the next gateway.
 */
export function startTraffic(tenants: readonly Tenant[], gateways: () => readonly string[]): Traffic {
  const faults: string[] = [];
  let successes = 0;
  const over = new AbortController();
  let turn = 0;

  const call = async (tenant: Tenant, request: (caller: Caller) => Promise<Answer>): Promise<Answer | undefined> => {
    const addresses = gateways();
    const baseUrl = addresses[(turn += 1) % addresses.length] ?? '';
    const answer = await request(callerFor(baseUrl, tenant.project.secret)).catch(() => undefined);
    if (!passing.has(answer?.status)) faults.push(`status ${answer?.status}: ${answer?.text.slice(0, 300)}`);
    for (const { word } of tenants) if (word !== tenant.word && answer?.text.includes(word)) faults.push('a word of another tenant');
    if (answer !== undefined && answer.status < 300) successes += 1;
    return answer;
  };

  /** The answer of success; the same request again and again until there is one, or the end. */
  const insisting = async (tenant: Tenant, request: (caller: Caller) => Promise<Answer>): Promise<Answer | undefined> => {
    for (;;) {
      const answer = await call(tenant, request);
      if (answer !== undefined && answer.status < 300) return answer;
      if (over.signal.aborted) return undefined;
      await pause(100);
    }
  };

  const key = () => ({ 'idempotency-key': randomUUID() });

  const kinds: readonly ((tenant: Tenant) => Promise<void>)[] = [
    async (tenant) => {
      const [content, headers] = [`${tenant.word} memory ${randomUUID()}`, key()];
      if (await insisting(tenant, (caller) => caller.tool('save_memory', { content }, headers))) tenant.memories.add(content);
    },
    async (tenant) => {
      const [content, headers] = [`${tenant.word} memory ${randomUUID()}`, key()];
      if (await insisting(tenant, (caller) => caller.rest('POST', '/v1/memories', { content }, headers))) tenant.memories.add(content);
    },
    async (tenant) => {
      const [title, headers] = [`${tenant.word} ${randomUUID()}.md`, key()];
      const content = `# Of ${tenant.word}\n\nThe safe of ${title} is blue.`;
      if (await insisting(tenant, (caller) => caller.rest('POST', documents, { title, content }, headers))) tenant.documents.add(title);
      await pause(300);
    },
    async (tenant) => {
      await call(tenant, (caller) => caller.tool('search_knowledge', { query: 'which safe is blue', limit: 20 }));
      await call(tenant, (caller) => caller.rest('POST', '/v1/memories/search', { query: 'memory', limit: 50 }));
      await call(tenant, (caller) => caller.mcp('get_memories', { limit: 50 }));
      await pause(20);
    },
    async (tenant) => {
      const decision = (await insisting(tenant, (caller) => ask(caller, shell('ls'), {}, key())))?.body;
      if (decision === undefined) return;
      const path = `/v1/actions/${decision.decision_id}/start`;
      const headers = key();
      const start = await insisting(tenant, (caller) => caller.rest('POST', path, { permit: decision.permit.token }, headers));
      if (start) tenant.executions.add(start.body.execution_id);
      await pause(50);
    },
  ];
  const running = tenants.flatMap((tenant) =>
    kinds.map(async (kind) => {
      while (!over.signal.aborted) await kind(tenant);
    }),
  );
  return {
    faults,
    successes: () => successes,
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
