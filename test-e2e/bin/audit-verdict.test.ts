import { expect, test } from 'vitest';
import { auditVerdict } from './audit-verdict.ts';

const report = (...severities: string[]): string =>
  JSON.stringify({
    advisories: Object.fromEntries(
      severities.map((severity, at) => [at, { severity, module_name: 'left-pad', title: 'Pads too far', url: 'https://x.example' }]),
    ),
    metadata: {},
  });

test.each([
  [[], 'clean'],
  [['low', 'moderate'], 'clean'],
  [['low', 'high'], 'vulnerable'],
  [['critical'], 'vulnerable'],
])('advisories of %j make it %s', (severities, outcome) => {
  expect(auditVerdict(report(...severities)).outcome).toBe(outcome);
});

test('what is found is told', () => {
  expect(auditVerdict(`warning\n${report('moderate')}`).lines).toEqual(['moderate: left-pad: Pads too far https://x.example']);
});

test.each(['', 'ERR_PNPM_AUDIT_BAD_RESPONSE responded with 405', '{"error":{"code":"ENOTFOUND"}}', '{"advisories":7}'])(
  'nothing is taken for clean that is no report: %j',
  (output) => {
    const { outcome, lines } = auditVerdict(output);
    expect([outcome, lines[0]]).toEqual(['unknown', expect.stringContaining('NOT audited')]);
  },
);
