import { useState } from 'react';
import { placeOf, readSource } from '../editor/json-source.ts';
import type { Span } from '../editor/json-source.ts';
import { Select } from '../ui/field.tsx';

const templates = {
  ask: {
    label: 'One that asks people',
    rule: {
      id: 'ask-before-publishing',
      effect: 'require_approval',
      when: { kind: ['shell.exec'], command: { head: ['npm'], flags: ['publish'] } },
      approval: { quorum: 1, roles: ['owner', 'admin', 'approver'], exclude: ['requester', 'agent_owner'], ttl_s: 3600 },
      justification: 'Somebody looks before anything is published.',
    },
  },
  deny: {
    label: 'One that denies',
    rule: {
      id: 'deny-production',
      effect: 'deny',
      when: { kind: ['external.change'], args: [{ path: '/system', op: 'eq', value: 'production' }] },
      justification: 'Agents do not change production.',
    },
  },
  allow: {
    label: 'One that allows',
    rule: {
      id: 'allow-search',
      effect: 'allow',
      when: { kind: ['mcp.call'], tool: ['search_*'] },
      justification: 'Searching changes nothing.',
    },
  },
  limit: {
    label: 'A limit on how much',
    rule: {
      id: 'ask-above-a-sum',
      effect: 'require_approval',
      when: { kind: ['external.change'], sum: { path: '/amount', window_s: 86_400, max: 100 } },
      justification: 'Above that sum in a day somebody looks.',
    },
  },
} as const;

interface RuleTemplatesProps {
  readonly text: string;
  /** The text with a rule more, and where in it the rule's name is, which is to be another one. */
  readonly onAdd: (text: string, name: Span) => void;
}

/** Writes a rule to begin from behind the others. */
export function RuleTemplates({ text, onAdd }: RuleTemplatesProps) {
  const [added, setAdded] = useState('');
  const add = (chosen: string): void => {
    const rules = rulesIn(text);
    if (!rules || !Object.hasOwn(templates, chosen)) return;
    const { rule } = templates[chosen as keyof typeof templates];
    const next = JSON.stringify([...rules, rule], null, 2);
    const name = nameIn(next, rules.length);
    onAdd(next, name);
    setAdded(`The rule ${rule.id} is added at line ${next.slice(0, name.start).split('\n').length}.`);
  };
  return (
    <span className="templates">
      <Select
        aria-label="Add a rule"
        value=""
        choices={[{ value: '', label: 'Add a rule…' }, ...Object.entries(templates).map(([value, { label }]) => ({ value, label }))]}
        disabled={rulesIn(text) === undefined}
        onChange={add}
      />
      <span role="status" className="quiet">
        {added}
      </span>
    </span>
  );
}

/** What stands between the quotes of a rule's name. */
function nameIn(text: string, index: number): Span {
  const { root } = readSource(text);
  if (!root) return { start: 0, end: 0 };
  const { start, end } = placeOf(root, [String(index), 'id']);
  return { start: start + 1, end: end - 1 };
}

function rulesIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
