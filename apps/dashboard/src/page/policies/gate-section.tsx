import type { Fault } from '../api/fault.ts';
import type { Rule, TestReport } from '../api/policies.ts';
import { Waiting } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Badge } from '../ui/badge.tsx';
import { GateFaults } from './gate-faults.tsx';

interface GateProps {
  readonly report: TestReport | undefined;
  readonly fault: Fault | undefined;
  readonly onRetry: () => void;
  readonly rules: readonly Rule[];
}

/** Whether the revision may come into force: its examples, its limits, and the known ways around policies. */
export function GateSection({ report, fault, onRetry, rules }: GateProps) {
  return (
    <Section
      title="Checks"
      about="Before a revision comes into force, the examples of its rules have to hold, and none of the known ways around policies may get through."
      actions={report && <Badge tone={report.valid ? 'good' : 'bad'}>{report.valid ? 'Passed' : 'Failed'}</Badge>}
    >
      <Notice fault={fault} onRetry={onRetry} />
      {!report && !fault && <Waiting rows={1} />}
      {report?.valid && (
        <p className="with-icon">
          <Icon name="check" /> Nothing keeps it from being activated.
        </p>
      )}
      {report && !report.valid && <GateFaults faults={report.faults} rules={rules} />}
    </Section>
  );
}
