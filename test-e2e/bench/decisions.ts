/**
 * Decisions on one core, in process, by 100 rules: the command is parsed, its effects told, each rule held against it, the digest made.
 *
 *     node --conditions=@cairn/source test-e2e/bench/decisions.ts [--seconds=5]
 *
 * `per_cpu_second` counts the CPU of the whole process, garbage collection too, so that what else the machine does matters less.
 * Ends with 1 when that was less than 20,000, or one of a hundred decisions took longer than 1 ms.
 */
import { parseArgs } from 'node:util';
import { actionSchema, decide, noHistory, starterRevision } from '@cairn/governance';
import { manyRules, mixedCommands } from './decisions/workload.ts';

const goals = { perSecond: 20_000, p99: 1 };

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const actions = mixedCommands.map((command) => actionSchema.parse({ kind: 'shell.exec', command, cwd: '/repo', workspace_root: '/repo' }));
const revision = { ...starterRevision, rules: manyRules(100) };
const circumstances = { acting: { projectId: 'p', userId: 'u', credentialId: 'c' }, history: noHistory, now: new Date() };

// The compiler takes its time on a busy machine, so warming up is counted in decisions.
for (let round = 0; round < 2500; round++) for (const action of actions) decide(action, revision, circumstances);
const before = process.cpuUsage();
const times = measure(Number(values.seconds));
const { user, system } = process.cpuUsage(before);
const total = times.reduce((sum, time) => sum + time, 0);
times.sort((a, b) => a - b);
const figures = {
  rules: revision.rules.length,
  decisions: times.length,
  per_second: Math.round((times.length / total) * 1000),
  per_cpu_second: Math.round((times.length / (user + system)) * 1_000_000),
  p50_us: microseconds(0.5),
  p99_us: microseconds(0.99),
  max_us: microseconds(1),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (figures.per_cpu_second < goals.perSecond || figures.p99_us > goals.p99 * 1000) process.exitCode = 1;

/** Milliseconds of each decision. */
function measure(seconds: number): number[] {
  const taken: number[] = [];
  const end = performance.now() + seconds * 1000;
  for (let now = performance.now(); now < end;) {
    for (const action of actions) {
      decide(action, revision, circumstances);
      const then = performance.now();
      taken.push(then - now);
      now = then;
    }
  }
  return taken;
}

function microseconds(quantile: number): number {
  const at = Math.min(times.length - 1, Math.floor(times.length * quantile));
  return Math.round((times[at] ?? 0) * 10_000) / 10;
}
