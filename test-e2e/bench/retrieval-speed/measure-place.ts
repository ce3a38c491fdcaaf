import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@cairn/core';
import { createLocalEmbedder } from '@cairn/models';
import { openDatabase, openRepositories, type DatabaseLocation, type Repositories } from '@cairn/storage';
import { callerFor, type Caller } from '../../product/caller.ts';
import { localEmbedding, startProduct, type Product } from '../../product/start-product.ts';
import { createSyntheticText, type SyntheticText } from './synthetic-text.ts';
import { createVectors } from './synthetic-vectors.ts';

export interface Latency {
  readonly p50: number;
  readonly p95: number;
}

export interface PlaceFigures {
  /** Seconds that loading took, without parsing and embedding. */
  readonly loadSeconds: number;
  /** Milliseconds of the first search after the start: it reads the codes of all vectors and starts the model. */
  readonly first: number;
  readonly search: Latency;
  readonly context: Latency;
}

export interface Place {
  readonly store: 'embedded' | 'postgres';
  /** Where the data is: an empty folder, and on a server an empty database. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** What a load puts its texts into. */
export interface Loading {
  readonly repositories: Repositories;
  readonly actor: Actor;
  readonly text: SyntheticText;
  readonly vector: () => Float32Array;
  readonly modelId: string;
}

export interface PlaceWork {
  /** Gives some texts to ask for. */
  readonly load: (loading: Loading) => Promise<readonly string[]>;
  readonly search: (caller: Caller, query: string) => Promise<void>;
  readonly searches: number;
}

const dimensions = 384;
/** Each connection of the pool plans its statements once. */
const warmUp = 30;

/** Loads an empty place, starts the product on it and measures searches over HTTP, one after another. */
export async function measurePlace(place: Place, work: PlaceWork): Promise<PlaceFigures> {
  const masterKey = randomBytes(32);
  const env = {
    ...localEmbedding,
    CAIRN_MASTER_KEY: masterKey.toString('base64'),
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
  };
  const first = await startProduct({ dataDir: place.dataDir, env });
  await first.stop();
  const text = createSyntheticText(1);
  const begun = performance.now();
  const samples = await fill(place, { masterKey, apiKey: first.account.apiKey, text }, work.load);
  const loadSeconds = (performance.now() - begun) / 1000;
  const product = await startProduct({ dataDir: place.dataDir, env, account: first.account });
  try {
    return { loadSeconds, ...(await measure(product, { text, samples, work })) };
  } finally {
    await product.stop();
  }
}

interface Filling {
  readonly masterKey: Uint8Array;
  readonly apiKey: string;
  readonly text: SyntheticText;
}

async function fill(
  { dataDir, databaseUrl }: Place,
  { masterKey, apiKey, text }: Filling,
  load: PlaceWork['load'],
): Promise<readonly string[]> {
  const location: DatabaseLocation = databaseUrl === undefined ? { kind: 'embedded', dataDir } : { kind: 'postgres', url: databaseUrl };
  const database = await openDatabase({ location, migrate: true, onWarning: () => {} });
  const embedder = createLocalEmbedder();
  try {
    const repositories = await openRepositories(database, masterKey);
    const principal = await repositories.credentials.apiKey(createHash('sha256').update(apiKey).digest());
    if (!principal) throw new Error('the key of the first account does not resolve');
    const actor = { ...principal, requestId: 'bench', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };
    return await load({ repositories, actor, text, vector: createVectors(dimensions, 2), modelId: embedder.modelId });
  } finally {
    await embedder.close();
    await database.close();
  }
}

interface Asking {
  readonly text: SyntheticText;
  readonly samples: readonly string[];
  readonly work: PlaceWork;
}

async function measure(product: Product, { text, samples, work }: Asking): Promise<Omit<PlaceFigures, 'loadSeconds'>> {
  const caller = callerFor(product.baseUrl, product.account.apiKey);
  // The same question twice would find its vector kept.
  const question = (at: number): string => text.question(samples[at % samples.length] ?? '');
  const first = await timed(() => work.search(caller, question(0)));
  const rounds = { search: [] as number[], context: [] as number[] };
  for (let at = 0; at < work.searches + warmUp; at += 1) {
    const searched = await timed(() => work.search(caller, question(at)));
    const gathered = at % 4 === 0 ? await timed(() => gather(caller, question(at))) : undefined;
    if (at < warmUp) continue;
    rounds.search.push(searched);
    if (gathered !== undefined) rounds.context.push(gathered);
  }
  return { first, search: latency(rounds.search), context: latency(rounds.context) };
}

async function gather(caller: Caller, task: string): Promise<void> {
  const { status, body } = await caller.rest('POST', '/v1/context', { task });
  if (status !== 200 || body.items.length === 0) throw new Error(`a context failed: ${status} ${JSON.stringify(body).slice(0, 300)}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function latency(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
