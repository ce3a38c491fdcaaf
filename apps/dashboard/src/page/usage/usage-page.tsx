import { useMemo } from 'react';
import type { Usage } from '../api/usage.ts';
import { go, usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { Empty, Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Segments } from '../ui/segments.tsx';
import type { NameOf } from './credential-names.ts';
import { LagSection } from './lag-section.tsx';
import { RateLimitSection } from './rate-limit-section.tsx';
import { requestChart, toolChart } from './series.ts';
import { spans, stepsOf } from './span.ts';
import type { Span } from './span.ts';
import { StackedChart } from './stacked-chart.tsx';
import { QueueSection, StorageSection } from './stock-sections.tsx';
import { useCredentialNames } from './use-credential-names.ts';
import { useUsage } from './use-usage.ts';
import { spanWords } from './words.ts';

const choices = spans.map((value) => ({ value, label: spanWords[value] }));

/** What the project used, has and waits for. */
export default function UsagePage({ project }: ProjectProps) {
  const { query } = usePlace();
  const span = spans.find((known) => known === query.get('span')) ?? 'day';
  const usage = useUsage(project.id, span);
  const nameOf = useCredentialNames(usage.value?.credentials);
  const choose = (next: Span): void => go(`${projectPath(project.id, 'usage')}${next === 'day' ? '' : `?span=${next}`}`, { replace: true });
  return (
    <Page
      title="Usage"
      within={project.name}
      about="What agents and people asked of this project, what it keeps and what it waits for. It follows by itself, a few seconds behind."
      actions={<Segments label="Time" value={span} choices={choices} onChange={choose} />}
    >
      <Notice fault={usage.fault} onRetry={() => void usage.reload()} />
      {!usage.value && !usage.fault && <Waiting />}
      {usage.value && (
        <>
          <Used usage={usage.value} span={span} nameOf={nameOf} projectId={project.id} />
          <div className="usage-stock">
            <StorageSection storage={usage.value.storage} />
            <QueueSection queue={usage.value.queue} />
            <LagSection lag={usage.value.searchable_lag} span={span} />
          </div>
        </>
      )}
    </Page>
  );
}

interface UsedProps {
  readonly usage: Usage;
  readonly span: Span;
  readonly nameOf: NameOf;
  readonly projectId: string;
}

function Used({ usage, span, nameOf, projectId }: UsedProps) {
  const { stepHours } = stepsOf[span];
  const requests = useMemo(
    () => requestChart(usage, stepHours, (bucket) => (bucket.credential_kind === 'session' ? 'People in the dashboard' : nameOf(bucket))),
    [usage, stepHours, nameOf],
  );
  const tools = useMemo(() => toolChart(usage, stepHours), [usage, stepHours]);
  const isUnused = tools.total === 0 && usage.credentials.every(({ credential_kind: kind }) => kind === 'session');
  if (isUnused) return <Unused span={span} projectId={projectId} />;
  return (
    <>
      {usage.truncated && (
        <p className="callout">Only the newest part of that time is shown: it holds too many numbers. Choose a shorter one.</p>
      )}
      <Section title="Requests" about="By key, app and people in the dashboard.">
        <StackedChart chart={requests} span={span} what="Requests" />
      </Section>
      <Section title="Tools" about="Calls by tool, whichever way they came.">
        {tools.total === 0 ? (
          <p className="quiet">No tool was called in the last {spanWords[span]}.</p>
        ) : (
          <StackedChart chart={tools} span={span} what="Calls of tools" />
        )}
      </Section>
      <RateLimitSection usage={usage} nameOf={nameOf} />
    </>
  );
}

function Unused({ span, projectId }: { readonly span: Span; readonly projectId: string }) {
  return (
    <Section title="Requests">
      <Empty icon="usage" title={`No agent asked for anything in the last ${spanWords[span]}`}>
        <p>
          Connect a client, and each of its requests counts here: by key and by tool, hour by hour, with how much of the rate limit is left.
          {span !== 'month' && ' What is older shows in a longer time.'}
        </p>
        <Link className="button primary" to={projectPath(projectId, 'settings', 'mcp')}>
          Connect a client
        </Link>
      </Empty>
    </Section>
  );
}
