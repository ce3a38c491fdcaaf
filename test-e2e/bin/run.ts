// The run behind `npm test`, once everything is installed: find services, check the gates, run the suites, tell the result.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServices } from '../services/index.ts';
import { suitesWithout } from '../services/suite-needs.ts';
import { suites, suitesWithNeeds } from '../suites.ts';
import { parseArguments, selectsTestsByName } from './arguments.ts';
import { runGates } from './gates.ts';
import { hasPassed, reportLines } from './report.ts';
import { runLoudly, runQuietly } from './run-command.ts';
import { filesToRunAgain, withSecondRun } from './second-look.ts';
import { countTests, failuresOf, readReport } from './test-counts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { requireServices, forVitest } = parseArguments(process.argv.slice(2), process.env);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => stopping.abort());

const services = await findServices();
const scratch = mkdtempSync(join(tmpdir(), 'cairn-run-'));
try {
  process.exitCode = (await runAll()) ? 0 : 1;
} catch (error) {
  if (!stopping.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  rmSync(scratch, { recursive: true, force: true });
  await services.remove();
  // The channel to the launcher would keep this process for as long as somebody listens for its end.
  process.removeAllListeners('disconnect');
}

async function runAll(): Promise<boolean> {
  const PATH = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const environment = { ...process.env, ...services.environment, PATH, TURBO_TELEMETRY_DISABLED: '1' };
  const options = { cwd: root, environment, signal: stopping.signal };
  const gates = forVitest.length > 0 ? [] : await runGates(root, (line) => runQuietly('sh', ['-c', line], options), print);
  const vitest = await runTests(forVitest, options);
  const result = {
    gates,
    ...vitest,
    skipsAllowed: selectsTestsByName(forVitest),
    cannotRun: suitesWithout(root, suitesWithNeeds, environment),
    requireServices,
    services,
  };
  for (const line of reportLines(result)) print(line);
  return hasPassed(result);
}

/** Runs the suites, and a few files that failed once more, alone. */
async function runTests(selection: readonly string[], options: Parameters<typeof runLoudly>[2]) {
  const once = async (files: readonly string[]) => {
    const report = join(scratch, 'report.json');
    rmSync(report, { force: true });
    return { ...(await runLoudly('vitest', vitestArguments(report, files), options)), reports: readReport(report, root) };
  };
  const first = await once(selection);
  const again = filesToRunAgain(first.reports ?? [], drivesProcesses);
  const last = again.length === 0 ? first : await once(again);
  const reports = first.reports === undefined || last.reports === undefined ? undefined : withSecondRun(first.reports, last.reports);
  const failures = failuresOf(reports ?? []);
  return {
    counts: reports === undefined ? undefined : countTests(reports),
    failures,
    unsteady: failuresOf(first.reports ?? []).filter(
      ({ file, title }) => !failures.some((one) => one.file === file && one.title === title),
    ),
    vitestCode: last.code,
    vitestSeconds: first.seconds + (last === first ? 0 : last.seconds),
  };
}

function drivesProcesses(file: string): boolean {
  return [...suites.integration, ...suites.blackBox].some((pattern) => matchesGlob(file, pattern));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function vitestArguments(report: string, selection: readonly string[]): string[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return ['run', '--config', 'test-e2e/vitest.config.ts', '--root', '.', ...reporters, ...selection];
}
