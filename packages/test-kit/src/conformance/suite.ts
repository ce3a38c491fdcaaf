import { afterAll, beforeAll } from 'vitest';
import { createCast, type Cast, type OpenStore, type StorePorts } from '../store-fixture.ts';

export interface Stage {
  readonly ports: StorePorts;
  readonly cast: Cast;
}

/** Opens a store for the tests around it; read the stage inside tests only. */
export function onStage(open: () => Promise<OpenStore>): Stage {
  let store: OpenStore;
  let cast: Cast;
  beforeAll(async () => {
    store = await open();
    cast = await createCast(store.ports);
  });
  afterAll(() => store.close());
  return {
    get ports() {
      return store.ports;
    },
    get cast() {
      return cast;
    },
  };
}
