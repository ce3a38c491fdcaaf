/**
 * Latency of search by the size and shape of a project's knowledge and by the number of a user's memories, over HTTP on a started product, and throughput of ingestion:
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval-speed/main.ts [--record] [--stores=embedded,postgres] [--corpora=10x1000,…] [--memories=10000,…] [--searches=200]
 *
 * A corpus of 10,000 documents takes minutes to load. Ends with 1 when a search was slower than it may be.
 */
import { createDataFolder, createPostgresDatabase } from '@cairn/test-kit';
import { findBenchServices } from '../servers/bench-services.ts';
import { measureCorpus, type CorpusFigures } from './measure-corpus.ts';
import { measureIngestion } from './measure-ingestion.ts';
import { measureMemories, type MemoryFigures } from './measure-memories.ts';
import type { Place } from './measure-place.ts';
import { readOptions } from './options.ts';
import { isSlow, recordInReadme, toMarkdown } from './report.ts';

const options = readOptions(process.argv.slice(2));
const date = new Date().toISOString();
const services = options.stores.includes('postgres') ? await findBenchServices() : undefined;
try {
  const ingestion = await measureIngestion();
  const corpora: CorpusFigures[] = [];
  const memories: MemoryFigures[] = [];
  for (const store of options.stores) {
    for (const shape of options.shapes) corpora.push(await inPlace(store, (place) => measureCorpus(place, shape, options.searches)));
    for (const count of options.memories) memories.push(await inPlace(store, (place) => measureMemories(place, count, options.searches)));
  }
  const report = toMarkdown({ date, postgres: services?.postgresVersion, ingestion, corpora, memories });
  process.stdout.write(`${report}\n`);
  if (options.records) await recordInReadme(report);
  if ([...corpora, ...memories].some(isSlow)) process.exitCode = 1;
} finally {
  await services?.remove();
}

async function inPlace<Figures>(store: Place['store'], measure: (place: Place) => Promise<Figures>): Promise<Figures> {
  const folder = await createDataFolder();
  const database = store === 'postgres' && services ? await createPostgresDatabase(services.database.url) : undefined;
  try {
    const figures = await measure({ store, dataDir: folder.path, databaseUrl: database?.url });
    process.stderr.write(`${JSON.stringify(figures)}\n`);
    return figures;
  } finally {
    await database?.drop();
    await folder.remove();
  }
}
