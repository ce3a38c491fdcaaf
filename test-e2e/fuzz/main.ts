import { parseArgs } from 'node:util';
import { startProduct } from '../product/start-product.ts';
import { fuzz } from './run.ts';
import { targets } from './targets.ts';

/** Fuzzes every target for so many seconds in all, prints what was found, and ends with 1 when it was anything. */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const chosen = targets.filter(({ name }) => values.only === undefined || name.includes(values.only));
const product = await startProduct();
process.stdout.write(`seed ${seed}\n`);
let faults = 0;
for (const target of chosen) {
  const run = { baseUrl: product.baseUrl, secret: product.account.apiKey, seed, seconds: Number(values.seconds) / chosen.length };
  const result = await fuzz(target, run);
  faults += result.faults.length;
  process.stdout.write(`${target.name}: ${result.sent} sent, ${result.taken} taken, ${result.faults.length} faults\n`);
  for (const fault of result.faults) process.stdout.write(`  ${fault}\n`);
}
const code = await product.stop();
process.exitCode = faults > 0 || code !== 0 ? 1 : 0;
