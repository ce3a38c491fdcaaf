import type { RestRoute } from '@cairn/contracts';
import type { Actor } from '@cairn/core';
import type { Action, GovernedAction, GovernedStores, Governor, Ruling } from '@cairn/governance';
import type { FastifyInstance } from 'fastify';
import { requireRight } from '../caller/require-right.ts';
import { mountPrepared } from './mount-route.ts';
import type { Mounting, RestHandler } from './mount-route.ts';
import type { BodyOf, ParamsOf } from './read-inputs.ts';
import type { ProjectMeans } from './work-area.ts';

type Means = ProjectMeans<GovernedStores>;

interface Asked<Route> {
  readonly actor: Actor;
  readonly params: ParamsOf<Route>;
  readonly body: BodyOf<Route>;
}

interface Governed<Route> extends Omit<Mounting<Route, Means>, 'refuse'> {
  readonly governor: Governor;
  readonly kind: Action['kind'];
  /** Which action a request is. */
  readonly action: (asked: Asked<Route>) => GovernedAction | Promise<GovernedAction>;
}

/** Serves a route that writes content: as far as the rules let it, with its approval spent in the transaction of the work. */
export function mountGoverned<const Route extends RestRoute>(
  app: FastifyInstance,
  { governor, kind, action, ...mounting }: Governed<Route>,
  handle: RestHandler<Route, Means>,
): void {
  mountPrepared(
    app,
    {
      ...mounting,
      prepare: async ({ request, params, body }) => {
        const actor = request.actor();
        requireRight(actor, 'write_content');
        return governor.evaluate(actor, kind, () => action({ actor, params, body }));
      },
      refuse: (request, error) => governor.settle(request.actor(), error),
    },
    async ({ prepared: ruling, ...call }) =>
      carriedOut(governor, { ...call, ruling }, (own) => handle({ ...call, stores: own, prepared: undefined })),
  );
}

/** Does what was ruled on in the transaction that is open, or in one of its own. */
export function carriedOut<Result>(
  governor: Governor,
  { actor, stores, inTransaction, ruling }: Means & { readonly ruling: Ruling },
  work: (own: GovernedStores) => Promise<Result>,
): Promise<Result> {
  return inTransaction ? governor.carryOutWithin(stores, { actor, ruling }, () => work(stores)) : governor.carryOut(actor, ruling, work);
}
