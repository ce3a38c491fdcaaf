/**
 * Quality of search through the REST surface of a started product, on questions with known answers:
 *
 *     node --conditions=@cairn/source test-e2e/bench/retrieval-product.ts <folder> [--servers] [--lexical] [--form=<form>] [--only=<set>]...
 *
 * The folder holds the sets that `retrieval/question-sets.ts` and `retrieval/conversations.ts` name; `--only` takes
 * `documentation`, `code`, `stretches`, `conversations`. `--servers` uses the Postgres and Redis of the test runs instead of the
 * embedded store, `--lexical` switches the model off, `--form` is how turns of conversations are remembered (`retrieval/product-subject.ts`).
 */
import { parseArgs } from 'node:util';
import { createPostgresDatabase } from '@cairn/test-kit';
import { signIn } from '../product/person.ts';
import { claimRedisDatabase } from '../product/redis-database.ts';
import { localEmbedding, startProduct } from '../product/start-product.ts';
import { measures } from './retrieval/measures.ts';
import { createProductSubject, type Form, forms } from './retrieval/product-subject.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: 'boolean', default: false },
    lexical: { type: 'boolean', default: false },
    form: { type: 'string', default: 'named' },
    only: { type: 'string', multiple: true, default: Object.keys(measures) },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name the folder of the question sets');
if (!Object.hasOwn(forms, values.form)) throw new Error(`no such form: ${values.form}`);

const servers = values.servers ? await claimServers() : undefined;
const product = await startProduct({ env: { ...servers?.env, ...(!values.lexical && localEmbedding) } });
try {
  const subject = createProductSubject(await signIn(product), values.form as Form);
  for (const [name, measure] of Object.entries(measures)) {
    if (!values.only.includes(name)) continue;
    const begun = performance.now();
    const figures = await measure(subject, folder);
    console.log(`${name}: ${figures} (${((performance.now() - begun) / 1000).toFixed(0)} s)`);
  }
} finally {
  await product.stop();
  await servers?.remove();
}

/** A database and a Redis of one's own, on the servers that the environment names. */
async function claimServers() {
  const { CAIRN_TEST_DATABASE_URL: databaseServer = '', CAIRN_TEST_REDIS_URL: redisServer = '' } = process.env;
  const [database, redis] = await Promise.all([createPostgresDatabase(databaseServer), claimRedisDatabase(redisServer)]);
  const masterKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64');
  return {
    env: { DATABASE_URL: database.url, REDIS_URL: redis.url, CAIRN_MASTER_KEY: masterKey },
    async remove() {
      await Promise.all([database.drop(), redis.release()]);
    },
  };
}
