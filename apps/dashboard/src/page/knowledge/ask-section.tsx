import { useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { search } from '../api/knowledge.ts';
import type { SearchAnswer } from '../api/knowledge.ts';
import type { ProjectRef } from '../api/people.ts';
import { go, usePlace } from '../app/place.ts';
import { useShortcut } from '../shell/shortcut.ts';
import { Button } from '../ui/button.tsx';
import { Waiting } from '../ui/empty.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { AnswerView } from './answer-view.tsx';

/** The answer to a question of this page's address, kept for when one comes back to it. */
let lastAnswer: { readonly key: string; readonly answer: SearchAnswer } | undefined;

/** Asks the documents. The question is in the address, so that going back from a source finds the answer again. */
export function AskSection({ project }: { readonly project: ProjectRef }) {
  const { path, query } = usePlace();
  const asked = query.get('q') ?? '';
  const [question, setQuestion] = useState(asked);
  const input = useRef<HTMLInputElement>(null);
  const { answer, fault, again } = useAnswer(project.id, asked);
  useShortcut('/', () => input.current?.focus());
  useEffect(() => setQuestion(asked), [asked]);
  return (
    <div className="stack">
      <form
        className="toolbar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const wish = question.trim();
          if (wish === asked && wish !== '') again();
          else go(wish === '' ? path : `${path}?q=${encodeURIComponent(wish)}`);
        }}
      >
        <div className="search">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            aria-label="Ask the documents"
            placeholder="Ask a question, or search for words…"
            maxLength={4000}
            value={question}
            onChange={({ target }) => setQuestion(target.value)}
          />
          <kbd aria-hidden="true">/</kbd>
        </div>
        <Button type="submit" tone="primary" isBusy={asked !== '' && !answer && !fault}>
          Ask
        </Button>
      </form>
      <Notice fault={fault} onRetry={again} />
      {asked !== '' && !answer && !fault && <Waiting rows={2} />}
      {answer && <AnswerView answer={answer} project={project} />}
    </div>
  );
}

interface Asked {
  readonly answer: SearchAnswer | undefined;
  readonly fault: Fault | undefined;
  readonly again: () => void;
}

function useAnswer(project: string, question: string): Asked {
  const key = `${project} ${question}`;
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<{ readonly answer?: SearchAnswer; readonly fault?: Fault }>({});
  useEffect(() => {
    if (question === '') return setState({});
    if (turn === 0 && lastAnswer?.key === key) return setState({ answer: lastAnswer.answer });
    const controller = new AbortController();
    setState({});
    search(project, question, controller.signal).then(
      (answer) => {
        lastAnswer = { key, answer };
        setState({ answer });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ fault: asFault(error) });
      },
    );
    return () => controller.abort();
  }, [project, question, key, turn]);
  return { answer: state.answer, fault: state.fault, again: () => setTurn(turn + 1) };
}
