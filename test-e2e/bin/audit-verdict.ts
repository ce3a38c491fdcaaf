import { z } from 'zod';

export interface AuditVerdict {
  /** `unknown`: nobody could be asked. */
  readonly outcome: 'clean' | 'vulnerable' | 'unknown';
  /** What to print. */
  readonly lines: readonly string[];
}

const reportSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({ severity: z.string(), module_name: z.string(), title: z.string(), url: z.string().optional() }),
  ),
});

/** What breaks a build; the rest is told. */
const breaking = new Set(['high', 'critical']);

/** What `pnpm audit --json` says. What it printed is no report when the registry has no audit endpoint or did not answer. */
export function auditVerdict(output: string): AuditVerdict {
  const report = reportSchema.safeParse(jsonIn(output));
  if (!report.success) {
    return {
      outcome: 'unknown',
      lines: ['dependencies were NOT audited: the registry did not answer with a report', output.trim().slice(0, 500)],
    };
  }
  const advisories = Object.values(report.data.advisories);
  const lines = advisories.map(({ severity, module_name: name, title, url = '' }) => `${severity}: ${name}: ${title} ${url}`.trim());
  if (advisories.some(({ severity }) => breaking.has(severity))) return { outcome: 'vulnerable', lines };
  return { outcome: 'clean', lines: lines.length === 0 ? ['no advisory is about a dependency of production'] : lines };
}

function jsonIn(output: string): unknown {
  try {
    return JSON.parse(output.slice(Math.max(0, output.indexOf('{'))));
  } catch {
    return undefined;
  }
}
