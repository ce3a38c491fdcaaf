/**
 * Measures the product beside the floors of its work and the goals that it is held to:
 *
 *     node --conditions=@cairn/source test-e2e/bench/main.ts [--quick] [--record] [--only=<pattern of names of cells>] [--profile=<folder>] [--rounds=<count>]
 *
 * Ends with 1 when a goal was missed.
 */
import { readOptions } from './options.ts';
import { isMet } from './report/goals.ts';
import { toMarkdown } from './report/markdown.ts';
import { recordInReadme, writeJson } from './report/write-report.ts';
import { runBench } from './run-bench.ts';
import { findBenchServices } from './servers/bench-services.ts';

const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
const progress = (line: string) => process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}\n`);

const services = await findBenchServices();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void services.remove().finally(() => process.exit(130)));
}
try {
  const { report, rounds } = await runBench(options, services, progress);
  const figures = toMarkdown(report);
  process.stdout.write(`${figures}\n\n${await writeJson({ ...report, rounds }, report.environment.date)}\n`);
  if (options.records) await recordInReadme(figures);
  if (report.goals.some((goal) => isMet(goal) === false)) process.exitCode = 1;
} finally {
  await services.remove();
}
