import type { Approval } from '../api/approvals.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { riskTone, riskWords } from '../governance/words.ts';
import { Badge } from '../ui/badge.tsx';
import { CodeBlock, CopyLine } from '../ui/copy.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';

/** The canonical action: every parameter, what it does in words, and what of it nobody vouches for. */
export function ActionSection({ approval }: { readonly approval: Approval }) {
  const { kind, title, effects, parameters, provenance, unchecked, canonical, action_digest: digest } = approval;
  const hidden = parameters.filter((parameter) => parameter.hidden);
  return (
    <Section title="What would be done" actions={<Badge tone={riskTone(approval.risk.level)}>{riskWords(approval.risk.level)}</Badge>}>
      {kind === 'shell.exec' && <p className="command-line">{title}</p>}
      <ul className="effects" aria-label="Effects">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <p className="callout">
          <Icon name="alert" /> Some values hold characters that do not show. They are written as escapes such as <code>\u202e</code> here;
          look at them twice.
        </p>
      )}
      {provenance.length > 0 && (
        <div className="callout">
          <p>Values that nobody vouches for:</p>
          <ul className="dotted">
            {provenance.map(({ argument, source, control }) => (
              <li key={argument}>
                <code>{argument}</code> comes from {sources[source] ?? source}
                {control && ', and decides where or what is done'}
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl className="parameters">
        {parameters.map(({ name, value, hidden: hides }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code> {hides && <Badge tone="bad">Hidden characters</Badge>}
            </dd>
          </div>
        ))}
      </dl>
      {unchecked.length > 0 && (
        <div>
          <h3>What nobody could check</h3>
          <ul className="dotted quiet">
            {unchecked.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <details>
        <summary>The action as it is approved, byte for byte</summary>
        <div className="stack under">
          <CodeBlock code={canonical} title="Canonical JSON" />
          <CopyLine value={digest} label="Digest" />
          <p className="hint">
            The digest stands for this action, whoever asked, and the policy that asks. Another action has another one.
          </p>
        </div>
      </details>
    </Section>
  );
}

const sources: Readonly<Record<string, string>> = {
  memory: 'a memory',
  document: 'a document',
  tool_result: 'the result of a tool',
  web: 'the web',
};

/** Which rules ask, and what makes it risky. */
export function WhySection({ project, approval }: { readonly project: ProjectRef; readonly approval: Approval }) {
  const { rule_ids: rules, policy_revision: revision, risk, trace_id: trace } = approval;
  return (
    <Section title="Why it asks">
      <dl className="facts-grid">
        <div>
          <dt>Rules</dt>
          <dd>
            {rules.map((rule) => (
              <code key={rule} className="block">
                {rule}
              </code>
            ))}
          </dd>
        </div>
        <div>
          <dt>Policy</dt>
          <dd>
            <Link to={projectPath(project.id, 'policies', String(revision))}>Revision {revision}</Link>
          </dd>
        </div>
        {approval.task_id !== null && (
          <div>
            <dt>Task</dt>
            <dd>
              <code>{approval.task_id}</code>
            </dd>
          </div>
        )}
        {trace !== null && (
          <div>
            <dt>Trace</dt>
            <dd>
              <Link to={projectPath(project.id, 'audit', trace)}>What happened around it</Link>
            </dd>
          </div>
        )}
      </dl>
      {risk.reasons.length > 0 && (
        <div>
          <h3>Risk</h3>
          <ul className="dotted">
            {risk.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
