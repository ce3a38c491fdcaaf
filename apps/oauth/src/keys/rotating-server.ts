import type { OauthKeyRepository } from '@cairn/auth';
import type { Logger } from '@cairn/service-kit';
import type { Provider } from 'oidc-provider';
import { createServer } from '../server/create-server.ts';
import type { ServerDeps } from '../server/server-deps.ts';
import { inSigningOrder, keptSets, keyAges } from './key-age.ts';
import type { KeyAges } from './key-age.ts';
import { makeKeys } from './make-keys.ts';

export interface RotatingServerDeps extends ServerDeps {
  readonly keys: OauthKeyRepository;
  readonly ages?: KeyAges;
}

/**
 * The server with the keys of the day. Keys are made, and replaced by age, by whichever process finds them too old; every process reads
 * them again each minute and goes on with a server of the new keys, while requests under way finish on the one before.
 */
export class RotatingServer {
  readonly #deps: RotatingServerDeps;
  readonly #ages: KeyAges;
  readonly #logger: Logger;
  #current: Promise<Provider> | undefined;
  #signature = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: RotatingServerDeps) {
    this.#deps = deps;
    this.#ages = deps.ages ?? keyAges;
    this.#logger = deps.logger;
  }

  /** Of the newest keys read; reads them first when none were. */
  current(): Promise<Provider> {
    this.#current ??= this.#read().catch((error: unknown) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#look(), this.#ages.lookEvery * 1000).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      const server = await this.#read();
      this.#current = Promise.resolve(server);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the keys of the OAuth server could not be read; those known are used on');
    }
  }

  async #read(): Promise<Provider> {
    const sets = inSigningOrder(await this.#fresh(), this.#ages);
    const signature = sets.map(({ id }) => id).join(' ');
    if (signature === this.#signature && this.#current !== undefined) return this.#current;
    const server = createServer(this.#deps, sets);
    this.#signature = signature;
    return server;
  }

  /** Newest first, and young enough. */
  async #fresh() {
    const { keys } = this.#deps;
    const { rotateAfter } = this.#ages;
    const known = await keys.list();
    if (known[0] !== undefined && known[0].ageSeconds < rotateAfter) return known;
    if (await keys.add(await makeKeys(), { minAgeSeconds: rotateAfter, keep: keptSets })) {
      this.#logger.info('the OAuth server has new keys');
    }
    return keys.list();
  }
}
