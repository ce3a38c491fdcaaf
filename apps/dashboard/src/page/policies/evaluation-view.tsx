import type { Evaluation } from '../api/policies.ts';
import { listWords, outcomeTone, outcomeWords, riskTone, riskWords } from '../governance/words.ts';
import { Badge } from '../ui/badge.tsx';

/** A decision with its reasons: which conditions of which rules held, for what, and what would have allowed it. */
export function EvaluationView({ evaluation }: { readonly evaluation: Evaluation }) {
  const { outcome, rule_ids: rules, risk, explain, nearest_miss: miss, shadow, approval, obligations } = evaluation;
  return (
    <div className="stack">
      <p className="row">
        <Badge tone={outcomeTone(outcome)}>{outcomeWords(outcome)}</Badge>
        <Badge tone={riskTone(risk.level)}>{riskWords(risk.level)}</Badge>
        <span>{rules.length === 0 ? 'No rule is about it, and what no rule is about is denied.' : `By ${listWords(rules, 'and')}.`}</span>
      </p>
      {approval && (
        <p className="quiet">
          {`It needs ${approval.quorum === 1 ? 'one person' : `${approval.quorum} people`} who ${approval.quorum === 1 ? 'is' : 'are'} ${listWords(approval.roles, 'or')}, within ${waitWords(approval.ttl_s)}.`}
        </p>
      )}
      {obligations.length > 0 && <p className="quiet">Obligations: {listWords(obligations, 'and')}.</p>}
      {explain.length > 0 && (
        <div className="table-frame" tabIndex={0} role="region" aria-label="Why">
          <table>
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">Condition</th>
                <th scope="col">Holds for</th>
                <th scope="col">Where</th>
              </tr>
            </thead>
            <tbody>
              {explain.map(({ rule, clause, matched, value_ref: at }) => (
                <tr key={`${rule} ${clause} ${at}`}>
                  <td>
                    <code>{rule}</code>
                  </td>
                  <td>
                    <code>{clause}</code>
                  </td>
                  <td>{matched}</td>
                  <td>
                    <code>{at}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {miss && (
        <div>
          <h3>Nearest miss</h3>
          <p>
            <code>{miss.rule}</code> would allow it, were it not for:
          </p>
          <ul className="dotted">
            {miss.missing.map(({ clause, value_ref: at }) => (
              <li key={`${clause} ${at}`}>
                <code>{clause}</code> at <code>{at}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
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
      {shadow.length > 0 && (
        <div>
          <h3>Rules in shadow</h3>
          <ul className="dotted">
            {shadow.map(({ rule, would }) => (
              <li key={rule}>
                <code>{rule}</code> {wouldWords[would]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const wouldWords = {
  allow: 'would allow it',
  deny: 'would deny it',
  require_approval: 'would ask people',
  oblige: 'would add obligations',
} as const;

function waitWords(seconds: number): string {
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
