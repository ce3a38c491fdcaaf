import type { Principal } from '@cairn/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccessTokenText } from './access-token.ts';
import { createApiKeySecret } from './api-key.ts';
import { createAuthenticator } from './authenticator.ts';
import type { Authenticator } from './authenticator.ts';
import type { CredentialRepository, SessionUser } from './ports.ts';
import { createSessionToken } from './session-token.ts';

/** A clock that jumps from one awaited moment to the next. */
class VirtualTime {
  #now = 0;
  #moments: { at: number; arrive: () => void }[] = [];

  readonly now = (): number => this.#now;
  readonly wait = (ms: number): Promise<void> =>
    new Promise((arrive) => {
      this.#moments.push({ at: this.#now + ms, arrive });
    });

  async run(): Promise<void> {
    await settledMicrotasks();
    for (;;) {
      const next = this.#moments.toSorted((a, b) => a.at - b.at)[0];
      if (!next) return;
      this.#moments = this.#moments.filter((moment) => moment !== next);
      this.#now = next.at;
      next.arrive();
      await settledMicrotasks();
    }
  }
}

const settledMicrotasks = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const project = '0190d3a0-0000-7000-8000-000000000001';
const key = createApiKeySecret();
const session = createSessionToken();
const token = createAccessTokenText();
const principal: Principal = {
  kind: 'api_key',
  credentialId: 'c',
  ownerId: 'c',
  userId: 'u',
  projectId: project,
  workspaceId: 'w',
  plan: 'free',
  role: 'owner',
};
const user: SessionUser = { sessionId: 's', userId: 'u' };

/** One store behind every authenticator. A query reads some time after it was sent and its answer travels for some time. */
class SlowStore implements CredentialRepository {
  isRevoked = false;
  readonly #time: VirtualTime;
  readonly #nextDelays: () => readonly [number, number];

  constructor(time: VirtualTime, nextDelays: () => readonly [number, number]) {
    this.#time = time;
    this.#nextDelays = nextDelays;
  }

  readonly apiKey = (): Promise<Principal | undefined> => this.#answer(principal);
  readonly accessToken = (): Promise<Principal | undefined> => this.#answer(principal);
  readonly session = (): Promise<Principal | undefined> => this.#answer(principal);
  readonly sessionUser = (): Promise<SessionUser | undefined> => this.#answer(user);

  async #answer<Value>(value: Value): Promise<Value | undefined> {
    const [untilRead, untilAnswered] = this.#nextDelays();
    await this.#time.wait(untilRead);
    const answer = this.isRevoked ? undefined : value;
    await this.#time.wait(untilAnswered);
    return answer;
  }
}

const asks: readonly ((authenticator: Authenticator) => unknown)[] = [
  (authenticator) => authenticator.resolve(key.secret, {}),
  (authenticator) => authenticator.resolve(session.secret, { projectHeader: project }),
  (authenticator) => authenticator.resolveUser(session.secret),
  (authenticator) => authenticator.resolve(token, {}),
  (authenticator) => authenticator.cached(key.secret) ?? 'unknown',
  (authenticator) => authenticator.cached(token) ?? 'unknown',
  (authenticator) => authenticator.cached(session.secret, project) ?? 'unknown',
];

// Close together around one lease (250 ms), where the orders that matter are.
const delay = fc.oneof(fc.nat(20), fc.nat(300), fc.nat(700));
const request = fc.record({
  at: fc.oneof(fc.nat(600), fc.nat(1500)),
  process: fc.nat(2),
  ask: fc.constantFrom(...asks),
});

const scenario = fc.record({
  requests: fc.array(request, { minLength: 10, maxLength: 60 }),
  revokedAt: fc.nat(300),
  revokedBy: fc.nat(2),
  delays: fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 25 }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** What requests that arrived after the revocation was answered were told. */
async function toldAfterRevocation({ requests, revokedAt, revokedBy, delays }: Scenario): Promise<readonly unknown[]> {
  const time = new VirtualTime();
  let queries = 0;
  const store = new SlowStore(time, () => delays[queries++ % delays.length] ?? [0, 0]);
  const processes = [0, 1, 2].map(() => createAuthenticator({ credentials: store, audience: 'here', now: time.now, wait: time.wait }));
  const told: unknown[] = [];
  let isAnswered = false;

  const revoke = async (): Promise<void> => {
    await time.wait(revokedAt);
    store.isRevoked = true;
    await processes[revokedBy]?.settle();
    isAnswered = true;
  };
  const ask = async ({ at, process, ask: send }: Scenario['requests'][number]): Promise<void> => {
    await time.wait(at);
    const isLater = isAnswered;
    const authenticator = processes[process];
    const answer = authenticator && (await send(authenticator));
    if (isLater) told.push(answer);
  };

  const all = Promise.all([revoke(), ...requests.map(ask)]);
  await time.run();
  await all;
  return told;
}

test('once a revocation is answered, no process lets a later request in, however late the answers of the store come', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (world) => {
      const told = await toldAfterRevocation(world);
      expect(told.filter((answer) => answer !== 'unknown')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
