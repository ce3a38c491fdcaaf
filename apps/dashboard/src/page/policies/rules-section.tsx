import type { Rule } from '../api/policies.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/tone.ts';
import { Section } from '../ui/section.tsx';

const effects: Readonly<Record<Rule['effect'], { readonly name: string; readonly tone: BadgeTone }>> = {
  deny: { name: 'Denies', tone: 'bad' },
  require_approval: { name: 'Asks people', tone: 'wary' },
  oblige: { name: 'Obliges', tone: 'busy' },
  allow: { name: 'Allows', tone: 'good' },
};

/** Every rule, those that win first: in any order of the revision, one that denies wins over one that asks, and that over one that allows. */
export function RulesSection({ rules }: { readonly rules: readonly Rule[] }) {
  const order = Object.keys(effects);
  const sorted = rules.toSorted((one, other) => order.indexOf(one.effect) - order.indexOf(other.effect));
  return (
    <Section title="Rules" about="A rule that denies wins over one that asks, and that over one that allows. What none is about is denied.">
      {rules.length === 0 ? (
        <p className="quiet">There are none.</p>
      ) : (
        <ul className="list" aria-label="Rules">
          {sorted.map((rule) => (
            <li key={rule.id}>
              <details className="rule">
                <summary>
                  <Badge tone={effects[rule.effect].tone}>{effects[rule.effect].name}</Badge>
                  {rule.mode === 'shadow' && <Badge tone="busy">In shadow</Badge>}
                  <code>{rule.id}</code>
                  <span className="quiet">{rule.justification}</span>
                </summary>
                <pre tabIndex={0} role="region" aria-label={`Rule ${rule.id}`}>
                  <code>{JSON.stringify(rule, null, 2)}</code>
                </pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
