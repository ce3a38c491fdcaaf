import { fileURLToPath } from 'node:url';
import { auditVerdict } from './audit-verdict.ts';
import { runQuietly } from './run-command.ts';

/**
 * Asks the registry for advisories about what production depends on. Ends with 1 for high and critical ones. A registry that cannot be asked
 * is told, and fails only where CAIRN_REQUIRE_AUDIT is set: many mirrors have no such endpoint, and a build must not depend on its hour.
 */
const { output } = await runQuietly('pnpm', ['audit', '--prod', '--json'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  environment: process.env,
  signal: AbortSignal.timeout(60_000),
}).catch((error: Error) => ({ output: error.message }));
const { outcome, lines } = auditVerdict(output);
for (const line of lines) process.stdout.write(`${line}\n`);
const isRequired = (process.env['CAIRN_REQUIRE_AUDIT'] ?? '') !== '';
process.exitCode = outcome === 'vulnerable' || (outcome === 'unknown' && isRequired) ? 1 : 0;
