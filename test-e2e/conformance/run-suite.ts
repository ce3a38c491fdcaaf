import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface SuiteRun {
  /** Scenarios' checks that passed, whether scored or not. */
  readonly passed: number;
  /** Empty when every scored scenario passed, or failed as it was expected to; else all that was printed. */
  readonly failure: string;
}

const cli = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const withinMs = 110_000;

/** Runs the conformance suite against a server; `args` as its command line takes them. */
export function runSuite(url: string, args: readonly string[]): Promise<SuiteRun> {
  const child = spawn(process.execPath, [cli, 'server', '--url', url, ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: withinMs });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const [, passed] = /(?:Total|Passed): (\d+)/.exec(output) ?? [];
      resolve({ passed: Number(passed), failure: code === 0 ? '' : `exit ${code}\n${output}` });
    });
  });
}
