/**
 * Latency of search by the size and shape of a project's knowledge, over HTTP on a started product, and throughput of ingestion:
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval-speed/main.ts [--record] [--stores=embedded,postgres] [--corpora=10x1000,…] [--searches=200]
 *
 * A corpus of 10,000 documents takes minutes to load. Ends with 1 when a search was slower than it may be.
 */
import { createDataFolder, createPostgresDatabase } from '@cairn/test-kit';
import { findBenchServices } from '../servers/bench-services.ts';
import { measureCorpus, type CorpusFigures } from './measure-corpus.ts';
import { measureIngestion } from './measure-ingestion.ts';
import { readOptions } from './options.ts';
import type { CorpusShape } from './load-corpus.ts';
import { isSlow, recordInReadme, toMarkdown } from './report.ts';

const options = readOptions(process.argv.slice(2));
const date = new Date().toISOString();
const services = options.stores.includes('postgres') ? await findBenchServices() : undefined;
try {
  const ingestion = await measureIngestion();
  const figures: CorpusFigures[] = [];
  for (const store of options.stores) {
    for (const shape of options.shapes) {
      figures.push(await inPlace(store, shape));
      process.stderr.write(`${JSON.stringify(figures.at(-1))}\n`);
    }
  }
  const report = toMarkdown({ date, postgres: services?.postgresVersion, ingestion, figures });
  process.stdout.write(`${report}\n`);
  if (options.records) await recordInReadme(report);
  if (figures.some(isSlow)) process.exitCode = 1;
} finally {
  await services?.remove();
}

async function inPlace(store: 'embedded' | 'postgres', shape: CorpusShape): Promise<CorpusFigures> {
  const folder = await createDataFolder();
  const database = store === 'postgres' && services ? await createPostgresDatabase(services.database.url) : undefined;
  try {
    return await measureCorpus({ store, dataDir: folder.path, databaseUrl: database?.url }, shape, options.searches);
  } finally {
    await database?.drop();
    await folder.remove();
  }
}
