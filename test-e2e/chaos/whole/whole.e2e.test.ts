// Needs a startPostgres and a startRedis of its own.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents, foundIn } from '../../knowledge/documents.ts';
import { remembered } from '../../memories/remembered.ts';
import { callerFor } from '../../product/caller.ts';
import type { Answer, Caller } from '../../product/caller.ts';
import { newProject } from '../../product/stage.ts';
import { loadOnce } from './steady-load.ts';
import { createFleet } from './fleet.ts';
import type { Fleet, Member } from './fleet.ts';
import { startTraffic, tenantOf } from './traffic.ts';
import type { Tenant, Traffic } from './traffic.ts';

/** Within which everything is as before, once what was away is there again. */
const recoveryMs = 5000;
const hourMs = 3_600_000;
/** Rounds of load at the end of which the last are compared with the first. */
const roundsCompared = 3;
/** What code that becomes fast takes in so many rounds, and more; 4 KiB for each call of a gateway would be beyond it. */
const growthMiB = 2.5;
/** Over the whole suite, its thousands of calls, broken connections and lost servers. */
const growthOfAllMiB = 32;
/** Within which every call has an answer, whatever the disk does. */
const longestWaitMs = 20_000;

let fleet: Fleet;
let tenants: readonly Tenant[];
let traffic: Traffic;
/** In MiB, of each process, by its address. One that takes another's place begins anew, and is not in it. */
let heldAtStart: Map<string, number>;
const gateways = () => fleet.of('gateway').map(({ baseUrl }) => baseUrl);

beforeAll(async () => {
  fleet = await createFleet();
  tenants = [tenantOf(await newProject(fleet.person)), tenantOf(await newProject(fleet.person))];
  traffic = startTraffic(tenants, gateways);
});
afterAll(async () => {
  await traffic.stop();
  await fleet.remove();
});

async function onPostgres(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: fleet.postgres.url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Every gateway answers each kind of call within the time that is promised, and traffic goes on. */
async function recovers(): Promise<void> {
  const startedAt = performance.now();
  for (const baseUrl of gateways()) {
    for (const { project } of tenants) {
      const caller = callerFor(baseUrl, project.secret);
      const asked = () =>
        Promise.all([
          caller.tool('get_memories', { limit: 1 }),
          caller.tool('save_memory', { content: 'well again' }),
          caller.rest('GET', '/v1/tasks'),
        ]).then(
          (answers) => answers.map(({ status }) => status),
          () => [],
        );
      await expect.poll(asked, { timeout: 20_000, interval: 50 }).toEqual([200, 200, 200]);
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(recoveryMs);
  const before = traffic.successes();
  await expect.poll(() => traffic.successes(), { timeout: 20_000, interval: 50 }).toBeGreaterThan(before + 20);
}

/** The answer, which must not take much longer than clients wait. */
async function inTime(answer: Promise<Answer>): Promise<Answer> {
  const late = sleep(longestWaitMs).then(() => {
    throw new Error(`no answer within ${longestWaitMs} ms`);
  });
  return Promise.race([answer, late]);
}

/** Large memories, each of which takes a page of its own, until one is refused. Those that are answered for have to be there in the end. */
async function refusedWrite(caller: Caller, tenant: Tenant): Promise<Answer> {
  for (let left = 2000; left > 0; left -= 1) {
    const content = `${tenant.word} large ${randomUUID()} ${'of many words '.repeat(400)}`;
    const answer = await inTime(caller.tool('save_memory', { content }));
    if (answer.status !== 200) return answer;
    tenant.memories.add(content);
  }
  throw new Error('no write was refused');
}

const statusesOfReads = async (caller: Caller): Promise<readonly number[]> => {
  const answers = [
    caller.tool('get_memories', { limit: 10 }),
    caller.mcp('search_knowledge', { query: 'which safe is blue' }),
    caller.rest('POST', '/v1/memories/search', { query: 'memory', limit: 5 }),
    caller.rest('GET', documents),
    caller.rest('GET', '/v1/tasks'),
  ];
  return (await Promise.all(answers.map(inTime))).map(({ status }) => status);
};

async function replace(member: Member, clockJumpMs: number): Promise<void> {
  heldAtStart.delete(member.baseUrl);
  await fleet.replace(member, clockJumpMs);
}

interface Anew {
  readonly members: readonly Member[];
  readonly ready: Promise<unknown>;
}

/** One that signs people in and one that works end, and another starts in the place of each. */
function startAnew(): Anew {
  const members = (['oauth', 'worker'] as const).flatMap((kind) => fleet.of(kind).slice(0, 1));
  const ready = Promise.all(members.map((member) => replace(member, 0)));
  // Whoever waits for them hears of a start that fails.
  ready.catch(() => undefined);
  return { members, ready };
}

/** What each of them says of the database. */
const databaseOf = (members: readonly Member[]): Promise<readonly string[]> =>
  Promise.all(
    members.map(async ({ baseUrl }) => {
      const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
      const told = (await answer?.json()) as { readonly checks?: Readonly<Record<string, string>> } | undefined;
      return told?.checks?.['database'] ?? 'away';
    }),
  );

/** Who ended without being told to. */
const dead = () => fleet.members.map((member) => member.died()).filter((how) => how !== undefined);

describe('under mixed traffic, the fleet is well again', () => {
  test('once it runs', async () => {
    // The first requests load what is loaded when it is needed.
    await expect.poll(() => traffic.successes(), { timeout: 60_000 }).toBeGreaterThan(300);
    // All that follows is done by a user that owns nothing.
    heldAtStart = new Map(await Promise.all(fleet.members.map(async (member) => [member.baseUrl, await member.heldMemory()] as const)));
    await onPostgres(async (client) => {
      const { rows } = await client.query(
        `select distinct usename::text as name from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([{ name: fleet.databaseUser }]);
    });
    expect(dead()).toEqual([]);
  });

  test('after its connections were terminated in the middle of transactions', async () => {
    await onPostgres(async (client) => {
      for (let round = 0; round < 8; round += 1) {
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
        await sleep(150);
      }
    });
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after every connection of its pools was held up', async () => {
    await onPostgres(async (client) => {
      await client.query('begin');
      await client.query('lock table cairn.memories, cairn.documents in access exclusive mode');
      await sleep(3000);
      await client.query('commit');
    });
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after Redis was killed, without which it served, and came back empty', async () => {
    await fleet.redis.kill();
    const before = traffic.successes();
    await expect.poll(() => traffic.successes(), { timeout: 20_000 }).toBeGreaterThan(before + 20);
    await fleet.redis.restart();
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after Postgres crashed and recovered', async () => {
    await fleet.postgres.kill();
    await sleep(1000);
    await fleet.postgres.restart();
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('while and after the disk of Postgres was full: writes are refused in clear words, reads go on, nobody waits', async () => {
    let anew: Anew = { members: [], ready: Promise.resolve() };
    await fleet.disk.fill(fleet.postgres);
    try {
      for (const baseUrl of gateways()) {
        for (const tenant of tenants) {
          const caller = callerFor(baseUrl, tenant.project.secret);
          const refusal = await refusedWrite(caller, tenant);
          expect([refusal.status, refusal.headers.get('retry-after'), refusal.text]).toEqual([
            503,
            expect.stringMatching(/^[1-9]/),
            expect.stringContaining('the database does not answer'),
          ]);
          expect(await statusesOfReads(caller)).toEqual([200, 200, 200, 200, 200]);
        }
      }
      anew = startAnew();
      // What starts meanwhile says why it is not ready, and goes on by itself.
      await expect.poll(() => databaseOf(anew.members), { timeout: 60_000 }).toEqual(['disk_full', 'disk_full']);
      expect(dead()).toEqual([]);
    } finally {
      await fleet.disk.free(fleet.postgres);
    }
    await anew.ready;
    expect(await databaseOf(anew.members)).toEqual(['ok', 'ok']);
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after the log of Postgres had no room either, so that it ended, and there was room again', async () => {
    await fleet.disk.exhaust(fleet.postgres);
    const caller = callerFor(gateways()[0] ?? '', tenants[0]?.project.secret ?? '');
    const status = async () => (await inTime(caller.tool('get_memories', { limit: 1 }))).status;
    await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe(503);
    expect(dead()).toEqual([]);
    await fleet.disk.free(fleet.postgres);
    await fleet.postgres.restart();
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('while and after the disk was so slow that Postgres stood still for most of the time', async () => {
    const before = traffic.successes();
    const waits: Promise<unknown>[] = [];
    const outcome = (answer: Promise<Answer>) => inTime(answer).then(({ status }) => status, String);
    try {
      for (let round = 0; round < 8; round += 1) {
        await fleet.postgres.pause();
        for (const baseUrl of gateways()) {
          const caller = callerFor(baseUrl, tenants[0]?.project.secret ?? '');
          waits.push(outcome(caller.tool('get_memories', { limit: 1 })), outcome(caller.tool('save_memory', { content: 'slowly' })));
        }
        await sleep(400);
        await fleet.postgres.resume();
        await sleep(100);
      }
    } finally {
      await fleet.postgres.resume();
    }
    expect((await Promise.all(waits)).filter((one) => one !== 200 && one !== 503)).toEqual([]);
    expect(traffic.successes()).toBeGreaterThan(before);
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after a worker was killed, and another came whose clock jumps back by an hour', async () => {
    const [worker] = fleet.of('worker');
    if (worker) await replace(worker, -hourMs);
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('after a gateway was killed, whose callers went to the other, and another came whose clock jumps ahead by an hour', async () => {
    const [gateway, other] = fleet.of('gateway');
    const before = traffic.successes();
    if (gateway) await replace(gateway, hourMs);
    expect(traffic.successes()).toBeGreaterThan(before);
    const caller = callerFor(other?.baseUrl ?? '', tenants[0]?.project.secret ?? '');
    expect((await caller.tool('get_memories', { limit: 1 })).status).toBe(200);
    await recovers();
    expect(dead()).toEqual([]);
  });

  test('while another tenant floods it', async () => {
    const flooder = tenantOf(await newProject(fleet.person));
    const addresses = gateways();
    const over = new AbortController();
    const flood = Array.from({ length: 40 }, async (_, at) => {
      const caller = callerFor(addresses[at % addresses.length] ?? '', flooder.project.secret);
      while (!over.signal.aborted)
        await caller
          .tool(at % 2 === 0 ? 'save_memory' : 'get_memories', at % 2 === 0 ? { content: flooder.word } : { limit: 200 })
          .catch(() => {});
    });
    const before = traffic.successes();
    await sleep(4000);
    // They are slower, and are served.
    expect(traffic.successes()).toBeGreaterThan(before + 10);
    over.abort();
    await Promise.all(flood);
    await recovers();
    expect(dead()).toEqual([]);
  });
});

describe('and after all of it', () => {
  beforeAll(() => traffic.stop());

  test('no answer was a fault of the product or held a word of another tenant', () => {
    expect(traffic.faults).toEqual([]);
  });

  test('every memory that was answered for is there, once', async () => {
    for (const { project, word, memories } of tenants) {
      const contents = (await remembered(callerFor(gateways()[0] ?? '', project.secret)))
        .map(({ content }) => content)
        .filter((content) => content.startsWith(word));
      expect(memories.size).toBeGreaterThan(50);
      expect([...memories].filter((content) => !contents.includes(content))).toEqual([]);
      expect(contents.length).toBe(new Set(contents).size);
    }
  });

  test('every document that was answered for is there, once, and becomes searchable', async () => {
    for (const { project, word, documents: titles } of tenants) {
      const caller = callerFor(gateways()[0] ?? '', project.secret);
      const listed = async () => {
        const all: { title: string; status: string }[] = [];
        for (let cursor = ''; ;) {
          const { body } = await caller.rest('GET', `${documents}?limit=200${cursor}`);
          all.push(...body.data);
          if (body.next_cursor === null) return all.filter(({ title }) => title.startsWith(word));
          cursor = `&cursor=${body.next_cursor}`;
        }
      };
      await expect
        .poll(async () => (await listed()).filter(({ status }) => status !== 'ready'), { timeout: 90_000, interval: 500 })
        .toEqual([]);
      const there = (await listed()).map(({ title }) => title);
      expect(titles.size).toBeGreaterThan(5);
      expect([...titles].filter((title) => !there.includes(title))).toEqual([]);
      expect(there.length).toBe(new Set(there).size);
      expect((await foundIn(caller, 'which safe is blue')).size).toBeGreaterThan(0);
    }
  }, 120_000);

  test('every execution that was answered for was begun once, and the audit holds', async () => {
    await onPostgres(async (client) => {
      for (const { project, executions } of tenants) {
        const { rows } = await client.query<{ id: string; decision: string }>(
          'select id, decision_id as decision from cairn.executions where project_id = $1',
          [project.id],
        );
        const begun = new Set(rows.map(({ id }) => id));
        expect(executions.size).toBeGreaterThan(5);
        expect([...executions].filter((id) => !begun.has(id))).toEqual([]);
        expect(new Set(rows.map(({ decision }) => decision)).size).toBe(rows.length);
      }
    });
    for (const { project } of tenants) {
      const { status, body } = await project.session.rest('GET', '/v1/audit/verify');
      expect([status, body.valid]).toEqual([200, true]);
    }
  });

  test('every process holds no more memory from one round of the same load to the next, and not much more than at the start', async () => {
    const [tenant] = tenants;
    if (tenant === undefined) throw new Error('there is no tenant');
    const rounds: (readonly number[])[] = [];
    for (let left = 2 * roundsCompared; left > 0; left -= 1) {
      await loadOnce(fleet, tenant);
      rounds.push(await Promise.all(fleet.members.map((member) => member.heldMemory())));
    }
    for (const [at, { kind, baseUrl }] of fleet.members.entries()) {
      const held = rounds.map((round) => round[at] ?? 0);
      // The least of some rounds: what is held for a moment is no growth.
      const [early, late] = [Math.min(...held.slice(0, roundsCompared)), Math.min(...held.slice(roundsCompared))];
      expect([kind, held, late - early < growthMiB]).toEqual([kind, held, true]);
      const before = heldAtStart.get(baseUrl);
      if (before !== undefined) expect([kind, before, held, late - before < growthOfAllMiB]).toEqual([kind, before, held, true]);
    }
  }, 300_000);
});
