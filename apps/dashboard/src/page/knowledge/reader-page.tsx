import { useCallback, useEffect, useRef, useState } from 'react';
import { asFault, isAway } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { readOriginal, readSlice } from '../api/knowledge.ts';
import type { DocumentFault } from '../api/knowledge.ts';
import { usePlace } from '../app/place.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { projectPath } from '../app/route.ts';
import { useAction } from '../data/use-action.ts';
import { useComeBack } from '../data/use-come-back.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { cutAt } from './cut-at.ts';
import type { Span } from './cut-at.ts';

/** UTF-16 code units that are read and shown at once; a longer text would make the browser slow. */
const stretch = 100_000;
/** What is shown before a quote. */
const before = 10_000;

interface Shown {
  readonly title: string;
  readonly text: string;
  /** Where the text begins and the whole ends, in code units. */
  readonly offset: number;
  readonly total: number;
  readonly error: DocumentFault | undefined;
}

export default function ReaderPage({ project, documentId }: ProjectProps & { readonly documentId: string }) {
  const { query } = usePlace();
  const span = spanIn(query);
  const { shown, fault, open, extend } = useText(project.id, documentId);
  const start = span?.start;
  const begin = useCallback(() => open(Math.max(0, (start ?? 0) - before)), [open, start]);
  useEffect(() => void begin(), [begin]);
  useComeBack(!shown && isAway(fault), begin);
  const download = useAction(async () => saveFile(await readOriginal(project.id, documentId), shown?.title ?? 'document'));
  return (
    <Page
      title={shown?.title ?? 'Document'}
      within={project.name}
      about={<Link to={projectPath(project.id, 'knowledge')}>All documents</Link>}
      actions={
        <Button icon="download" isBusy={download.isBusy} onClick={() => void download.run()}>
          Original
        </Button>
      }
    >
      <Notice fault={fault ?? download.fault} onRetry={() => void begin()} />
      {!shown && !fault && <Waiting />}
      {shown?.error && <p className="callout">{shown.error.message}</p>}
      {shown && (
        <article className="card reader">
          {shown.offset > 0 && <Button onClick={() => void extend('back')}>Show what comes before</Button>}
          <Text key={`${span?.start}-${span?.end}`} shown={shown} span={span} />
          {shown.offset + shown.text.length < shown.total && <Button onClick={() => void extend('on')}>Show more</Button>}
          <p className="hint">{`${shown.total.toLocaleString('en')} characters`}</p>
        </article>
      )}
    </Page>
  );
}

/** The text with what was cited marked and in sight. */
function Text({ shown, span }: { readonly shown: Shown; readonly span: Span | undefined }) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
    mark.current?.focus({ preventScroll: true });
  }, []);
  const { head, marked, tail } = cutAt(shown, span);
  return (
    <div className="text" dir="auto">
      {head}
      {marked !== '' && (
        <mark ref={mark} tabIndex={-1}>
          {marked}
        </mark>
      )}
      {tail}
    </div>
  );
}

interface TextValue {
  readonly shown: Shown | undefined;
  readonly fault: Fault | undefined;
  readonly open: (offset: number) => Promise<void>;
  readonly extend: (way: 'on' | 'back') => Promise<void>;
}

function useText(project: string, id: string): TextValue {
  const [shown, setShown] = useState<Shown>();
  const [fault, setFault] = useState<Fault>();
  const read = useCallback(
    async (from: number, length: number): Promise<Shown | undefined> => {
      try {
        const slice = await readSlice(project, id, { offset: from, length });
        setFault(undefined);
        return { title: slice.title, text: slice.content, offset: from, total: slice.total_characters, error: slice.error };
      } catch (error) {
        setFault(asFault(error));
        return undefined;
      }
    },
    [project, id],
  );
  const open = useCallback(async (offset: number) => setShown(await read(offset, stretch)), [read]);
  const extend = useCallback(
    async (way: 'on' | 'back') => {
      if (!shown) return;
      const from = way === 'on' ? shown.offset + shown.text.length : Math.max(0, shown.offset - stretch);
      const more = await read(from, way === 'on' ? stretch : shown.offset - from);
      if (!more) return;
      setShown(way === 'on' ? { ...shown, text: shown.text + more.text } : { ...shown, offset: from, text: more.text + shown.text });
    },
    [read, shown],
  );
  return { shown, fault, open, extend };
}

function spanIn(query: URLSearchParams): Span | undefined {
  const [start, end] = [Number(query.get('start') ?? 'x'), Number(query.get('end') ?? 'x')];
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end > start ? { start, end } : undefined;
}
