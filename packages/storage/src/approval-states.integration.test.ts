import type { Actor } from '@cairn/core';
import { actionsOn, colleague, freshAction, onStage } from '@cairn/test-kit';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { backends, openStore } from './testing/backends.ts';

/** What may happen to an approval, in any order. */
const happening = fc.oneof(
  fc.record({
    does: fc.constant('vote' as const),
    who: fc.constantFrom('bob', 'eve', 'self', 'member'),
    decision: fc.constantFrom('approve', 'deny'),
  }),
  fc.record({ does: fc.constantFrom('cancel' as const, 'revoke' as const), who: fc.constantFrom('bob', 'self', 'member') }),
  fc.record({ does: fc.constant('use' as const) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

const rules = fc.record({ quorum: fc.constantFrom(1, 2), veto: fc.boolean(), uses: fc.constantFrom(1, 2) });
type Rules = typeof rules extends fc.Arbitrary<infer One> ? One : never;

/** What an approval is expected to be: the design's states and nothing of the store. */
class Expected {
  status = 'pending';
  readonly #rules: Rules;
  readonly #votes = new Map<string, string>();
  #left: number;

  constructor(own: Rules) {
    this.#rules = own;
    this.#left = own.uses;
  }

  vote(who: string, decision: string): string {
    if (who === 'self') return 'self_approval';
    if (who === 'member') return 'not_an_approver';
    if (this.status !== 'pending') return this.status;
    if (this.#votes.has(who)) return 'voted_before';
    this.#votes.set(who, decision);
    const count = (wanted: string) => [...this.#votes.values()].filter((one) => one === wanted).length;
    if (count('deny') >= (this.#rules.veto ? 1 : this.#rules.quorum)) this.status = 'denied';
    else if (count('approve') >= this.#rules.quorum) this.status = 'approved';
    return 'done';
  }

  withdraw(who: string, how: 'cancel' | 'revoke'): string {
    if (how === 'cancel' && who !== 'self') return 'not_owned';
    if (how === 'revoke' && who === 'member') return 'not_an_approver';
    if (this.status === 'approved') this.status = 'revoked';
    else if (this.status === 'pending' && how === 'cancel') this.status = 'cancelled';
    else return this.status;
    return 'done';
  }

  use(): string {
    if (this.status !== 'approved') return this.status;
    this.#left -= 1;
    if (this.#left === 0) this.status = 'consumed';
    return 'done';
  }
}

describe.each(backends)('the states of an approval on %s', (backend) => {
  const stage = onStage(() => openStore(backend));
  let people: ReadonlyMap<string, Actor>;
  beforeAll(async () => {
    const [bob, eve, member] = [await colleague(stage, 'approver'), await colleague(stage, 'admin'), await colleague(stage, 'member')];
    people = new Map(Object.entries({ bob, eve, member, self: stage.cast.session }));
  });

  const happen = async (id: string, digest: string, one: Happening, { uses }: Rules): Promise<string> => {
    const repository = stage.ports.stores.actions;
    if (one.does === 'use') {
      const { a } = stage.cast;
      return repository.spend(a, { approvalId: id, digest, executionId: crypto.randomUUID(), status: 'running' });
    }
    const who = people.get(one.who);
    if (who === undefined) throw new Error('nobody of that name');
    if (one.does !== 'vote') return repository.withdraw(who, id, one.does);
    return repository.vote(who, id, { decision: one.decision, grant: { scope: 'uses', uses } });
  };

  test('are those of the design, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(rules, fc.array(happening, { maxLength: 12 }), async (own, happenings) => {
        const { quorum, veto, uses } = own;
        const asked = await actionsOn(stage, { terms: { quorum, veto, grants: { uses } } }).decide(stage.cast.a, freshAction());
        const id = asked.approval?.id ?? '';
        const expected = new Expected(own);
        for (const one of happenings) {
          const told =
            one.does === 'use'
              ? expected.use()
              : one.does === 'vote'
                ? expected.vote(one.who, one.decision)
                : expected.withdraw(one.who, one.does);
          const spent = one.does === 'use' && told === 'consumed' ? 'spent' : told;
          expect([one, await happen(id, asked.decision.actionDigest, one, own)]).toEqual([one, spent]);
          expect([one, (await stage.ports.stores.actions.approval(stage.cast.a, id))?.status]).toEqual([one, expected.status]);
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
