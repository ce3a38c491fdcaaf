import { useState } from 'react';
import { replayRevision } from '../api/policies.ts';
import type { Flip, FlipCounts, ReplayReport, RevisionPlace } from '../api/policies.ts';
import { projectPath } from '../app/route.ts';
import { useAction } from '../data/use-action.ts';
import { kindWords, outcomeTone, outcomeWords } from '../governance/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { Ago } from '../ui/time.tsx';

const flips: Readonly<Record<Flip, string>> = { newly_allowed: 'Newly allowed', newly_denied: 'Newly denied', newly_asked: 'Newly asked' };
const names = Object.keys(flips) as Flip[];

const amounts = [
  { value: '100', label: 'The last 100 decisions' },
  { value: '1000', label: 'The last 1,000 decisions' },
  { value: '10000', label: 'The last 10,000 decisions' },
] as const;

/** Decides anew on what was decided before, and shows what would come out otherwise. */
export function ReplaySection({ projectId, place }: { readonly projectId: string; readonly place: RevisionPlace }) {
  const [amount, setAmount] = useState<(typeof amounts)[number]['value']>('1000');
  const [report, setReport] = useState<ReplayReport>();
  const replay = useAction(async () => {
    setReport(undefined);
    setReport(await replayRevision(projectId, place, Number(amount)));
  });
  return (
    <Section
      title="Replay"
      about="Decides anew on what agents asked for before, and tells what would come out otherwise. What people approved counts as asked."
    >
      <form
        className="row bottom"
        onSubmit={(event) => {
          event.preventDefault();
          void replay.run();
        }}
      >
        <SelectField label="What to replay" value={amount} choices={amounts} onChange={setAmount} />
        <Button type="submit" isBusy={replay.isBusy}>
          Replay
        </Button>
      </form>
      <Notice fault={replay.fault} />
      <div role="status" className={report && 'stack'}>
        {report && <Report report={report} projectId={projectId} />}
        {report && report.not_replayed.count > 0 && <p className="quiet">{notReplayed(report.not_replayed.count)}</p>}
      </div>
    </Section>
  );
}

const notReplayed = (count: number): string =>
  `${count.toLocaleString('en')} writes to memories and documents were carried out without a decision, since the rules allowed all of their kind, and are not in it.`;

function Report({ report, projectId }: { readonly report: ReplayReport; readonly projectId: string }) {
  const total = names.reduce((sum, name) => sum + report.counts[name], 0);
  if (report.replayed === 0) return <p>Nothing was decided yet that could be replayed.</p>;
  if (total === 0) return <p>{`Each of ${report.replayed.toLocaleString('en')} decisions comes out the same.`}</p>;
  return (
    <>
      <p>{`${total.toLocaleString('en')} of ${report.replayed.toLocaleString('en')} decisions come out otherwise.`}</p>
      <dl className="figures">
        {names.map((name) => (
          <div key={name} className={name}>
            <dt>{flips[name]}</dt>
            <dd>{report.counts[name].toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <ByRule byRule={report.by_rule} />
      <Flips report={report} total={total} projectId={projectId} />
    </>
  );
}

function ByRule({ byRule }: { readonly byRule: Readonly<Record<string, FlipCounts>> }) {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label="Flips by rule">
      <table>
        <caption>By rule</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            {names.map((name) => (
              <th key={name} scope="col" className="number">
                {flips[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(byRule).map(([rule, counts]) => (
            <tr key={rule}>
              <th scope="row">
                <code>{rule}</code>
              </th>
              {names.map((name) => (
                <td key={name} className="number">
                  {counts[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface FlipsProps {
  readonly report: ReplayReport;
  readonly total: number;
  readonly projectId: string;
}

/** One by one, each with the way to what the audit says of it. */
function Flips({ report, total, projectId }: FlipsProps) {
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label="Flips">
      <table>
        <caption>{report.flips.length < total ? `The newest ${report.flips.length} of them` : 'One by one'}</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Was</th>
            <th scope="col">Would be</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {report.flips.map(({ decision_id: id, decided_at: at, kind, title, from, to, rule_ids: rules }) => (
            <tr key={id}>
              <td>
                <Ago at={at} />
              </td>
              <td className="deed">
                <Link
                  to={`${projectPath(projectId, 'audit')}?decision=${id}`}
                  className={kind === 'shell.exec' ? 'cut command' : 'cut'}
                  title="What the audit says of it"
                >
                  {title ?? kindWords(kind)}
                </Link>
                {title !== null && <span className="quiet">{kindWords(kind)}</span>}
              </td>
              <td>
                <Badge tone={outcomeTone(from)}>{outcomeWords(from)}</Badge>
              </td>
              <td>
                <Badge tone={outcomeTone(to)}>{outcomeWords(to)}</Badge>
              </td>
              <td>{rules.length === 0 ? 'no rule' : <code>{rules.join(', ')}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
