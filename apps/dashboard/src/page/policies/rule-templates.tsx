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

/** Writes a rule to begin from behind the others. */
export function RuleTemplates({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  return (
    <span className="templates">
      <Select
        aria-label="Add a rule"
        value=""
        choices={[{ value: '', label: 'Add a rule…' }, ...Object.entries(templates).map(([value, { label }]) => ({ value, label }))]}
        disabled={rulesIn(text) === undefined}
        onChange={(chosen) => {
          const rules = rulesIn(text);
          if (rules && chosen in templates) onChange(JSON.stringify([...rules, templates[chosen as keyof typeof templates].rule], null, 2));
        }}
      />
    </span>
  );
}

function rulesIn(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
