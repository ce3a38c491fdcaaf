import { useMemo, useState } from 'react';
import { createRevision, readPolicy, readRevision, readRuleSchema } from '../api/policies.ts';
import type { Issue } from '../api/fault.ts';
import type { PolicyScope, Revision } from '../api/policies.ts';
import { may } from '../app/me.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { forgetDrafts, useDraft } from '../data/draft.ts';
import { useAction } from '../data/use-action.ts';
import { useOnce } from '../data/use-once.ts';
import { useResource } from '../data/resource.ts';
import { issuesIn } from '../editor/issues-in.ts';
import type { Span } from '../editor/json-source.ts';
import type { Schema } from '../editor/schema.ts';
import { SourceEditor } from '../editor/source-editor.tsx';
import { faultsIn, useChecked } from '../editor/use-checked.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { TextField } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast-store.ts';
import { policiesPath, revisionPath, scopeIn } from './policy-place.ts';
import { RuleTemplates } from './rule-templates.tsx';
import { shadowed } from './shadowed.ts';

/** Writes a revision, from the rules of another one. It decides nothing until it is activated. */
export default function EditorPage({ project, workspace }: ProjectProps) {
  const { query } = usePlace();
  const scope = scopeIn(query);
  return (
    <Page
      title={scope === 'workspace' ? 'New revision for the workspace' : 'New revision'}
      within={project.name}
      about={<Link to={policiesPath(project.id, scope)}>All revisions</Link>}
    >
      {may(workspace.role, 'manage_policies') ? (
        <Editor projectId={project.id} from={{ scope, number: numberIn(query), isShadow: query.get('shadow') === '1' }} />
      ) : (
        <Empty icon="policies" title="Your role does not write policies">
          <p>Owners and admins do. Ask one of the workspace.</p>
        </Empty>
      )}
    </Page>
  );
}

const numberIn = (query: URLSearchParams): number => Number.parseInt(query.get('from') ?? '0', 10) || 0;

function Editor({ projectId, from }: { readonly projectId: string; readonly from: Beginning }) {
  const key = `${projectId} ${from.scope} from ${from.number}${from.isShadow ? ' in shadow' : ''}`;
  const begin = useResource(key, () => beginning(projectId, from));
  const schema = useResource('rule schema', readRuleSchema);
  const fault = begin.fault ?? schema.fault;
  return (
    <>
      <Notice fault={fault} onRetry={() => void Promise.all([begin.reload(), schema.reload()])} />
      {(!begin.value || !schema.value) && !fault && <Waiting />}
      {begin.value && schema.value && (
        <RevisionForm key={key} draft={key} projectId={projectId} scope={from.scope} begin={begin.value} schema={schema.value} />
      )}
    </>
  );
}

/** Of which revision the rules are that a new one begins with, and whether as a trial beside those in force. */
interface Beginning {
  readonly scope: PolicyScope;
  readonly number: number;
  readonly isShadow: boolean;
}

async function beginning(project: string, { scope, number, isShadow }: Beginning): Promise<Pick<Revision, 'name' | 'rules'>> {
  const from = await readRevision(project, { scope, number });
  if (!isShadow) return { name: number === 0 ? '' : from.name, rules: from.rules };
  const active = await readRevision(project, { scope, number: (await readPolicy(project))[scope].number });
  return { name: `${from.name}, on trial`.slice(0, 200), rules: shadowed(active.rules, from.rules) };
}

interface RevisionFormProps {
  /** What the draft is kept by while the page is left. */
  readonly draft: string;
  readonly projectId: string;
  readonly scope: PolicyScope;
  readonly begin: Pick<Revision, 'name' | 'rules'>;
  readonly schema: Schema;
}

function RevisionForm({ draft, projectId, scope, begin, schema: rule }: RevisionFormProps) {
  const [name, setName] = useDraft(`${draft} name`, begin.name);
  const [text, setText] = useDraft(`${draft} rules`, JSON.stringify(begin.rules, null, 2));
  const [sent, setSent] = useState<string>();
  const [added, setAdded] = useState<Span>();
  const schema = useMemo<Schema>(() => ({ type: 'array', maxItems: 500, items: rule }), [rule]);
  const once = useOnce();
  const save = useAction(async () => {
    const revision = await createRevision(
      projectId,
      { scope, name: name.trim(), rules: JSON.parse(text) },
      once(`${scope} ${name} ${text}`),
    );
    forgetDrafts(`${draft} `);
    toast(`Revision ${revision.number} is written. It decides nothing yet.`);
    go(revisionPath(projectId, scope, revision.number));
  });
  const issues = (sent === text ? save.fault?.issues : undefined) ?? none;
  const told = useMemo(() => issuesIn(text, issues, 'rules'), [text, issues]);
  const nameIssue = issues.find(({ path }) => path === 'name');
  const isTold = told.length > 0 || nameIssue !== undefined;
  const checked = useChecked(text, schema);
  const isFaulty = checked.faults.length > 0;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (faultsIn(text, schema).length > 0) return;
        setSent(text);
        void save.run();
      }}
    >
      <TextField
        label="Name"
        hint="What it is for, in a few words."
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={nameIssue && `It ${nameIssue.message}.`}
      />
      <SourceEditor label="Rules" value={text} onChange={setText} checked={checked} schema={schema} told={told} shown={added} />
      <Notice fault={isTold || sent !== text ? undefined : save.fault} />
      <div className="row">
        <Button tone="primary" type="submit" isBusy={save.isBusy} disabled={isFaulty}>
          Save revision
        </Button>
        <Button onClick={() => setText(tidied(text))} disabled={isFaulty}>
          Tidy up
        </Button>
        <RuleTemplates
          text={text}
          onAdd={(next, place) => {
            setText(next);
            setAdded(place);
          }}
        />
      </div>
    </form>
  );
}

const none: readonly Issue[] = [];

/** The text as it is while it cannot be read. */
function tidied(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
