import { useMemo, useState } from 'react';
import { testRevision } from '../api/policies.ts';
import type { Evaluation, RevisionPlace } from '../api/policies.ts';
import type { Issue } from '../api/fault.ts';
import { useAction } from '../data/use-action.ts';
import { issuesIn } from '../editor/issues-in.ts';
import { SourceEditor } from '../editor/source-editor.tsx';
import { faultsIn, useChecked } from '../editor/use-checked.ts';
import { kindWords } from '../governance/words.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { sampleActions } from './sample-actions.ts';

/** Tries the revision on an action, with what is in force besides. Nothing is stored or done. */
export function TrySection({ projectId, place }: { readonly projectId: string; readonly place: RevisionPlace }) {
  const [kind, setKind] = useState<string>('shell.exec');
  const [text, setText] = useState(() => written('shell.exec'));
  const [agent, setAgent] = useState('');
  const [sent, setSent] = useState<string>();
  const [evaluation, setEvaluation] = useState<Evaluation>();
  const checked = useChecked(text);
  const isFaulty = checked.faults.length > 0;
  const test = useAction(async () => {
    setEvaluation(undefined);
    const report = await testRevision(projectId, place, {
      action: JSON.parse(text),
      ...(agent.trim() !== '' && { agent_id: agent.trim() }),
    });
    setEvaluation(report.evaluation ?? undefined);
  });
  const issues = (sent === text ? test.fault?.issues : undefined) ?? none;
  const told = useMemo(() => issuesIn(text, issues, 'action'), [text, issues]);
  return (
    <Section title="Try an action" about="What this revision would decide, and why. Nothing is done or kept.">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (faultsIn(text).length > 0) return;
          setSent(text);
          void test.run();
        }}
      >
        <SelectField
          label="Begin from"
          value={kind}
          choices={Object.keys(sampleActions).map((value) => ({ value, label: kindWords(value) }))}
          onChange={(next) => {
            setKind(next);
            setText(written(next));
            setEvaluation(undefined);
          }}
        />
        <SourceEditor label="Action" value={text} onChange={setText} checked={checked} told={told} isLow />
        <TextField
          label="Agent"
          hint="Optional; its id, for rules that name one."
          maxLength={256}
          autoComplete="off"
          value={agent}
          onChange={setAgent}
        />
        <Notice fault={told.length > 0 || sent !== text ? undefined : test.fault} />
        <div className="row">
          <Button type="submit" isBusy={test.isBusy} disabled={isFaulty}>
            Test
          </Button>
        </div>
      </form>
      <div role="status">{evaluation && <EvaluationView evaluation={evaluation} />}</div>
    </Section>
  );
}

const none: readonly Issue[] = [];

const written = (kind: string): string => JSON.stringify(sampleActions[kind] ?? { kind }, null, 2);
