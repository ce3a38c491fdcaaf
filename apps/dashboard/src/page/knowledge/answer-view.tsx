import type { Citation, Passage, SearchAnswer } from '../api/knowledge.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import { Link } from '../ui/link.tsx';
import { answerParts } from './answer-parts.ts';

interface AnswerProps {
  readonly answer: SearchAnswer;
  readonly project: ProjectRef;
}

/** Where a span of a document is read. */
const spanPath = (project: string, { document_id: id, start, end }: Pick<Citation, 'document_id' | 'start' | 'end'>): string =>
  `${projectPath(project, 'knowledge', id)}?start=${start}&end=${end}`;

const kindWords: Readonly<Record<SearchAnswer['answer_kind'], string>> = {
  model: 'Written from the passages below',
  extractive: 'Sentences taken from the passages below',
  none: '',
};

/** What an agent would be told: the answer, the quotes it rests on, and the passages that were found. */
export function AnswerView({ answer, project }: AnswerProps) {
  if (answer.results.length === 0) {
    return (
      <section className="card" aria-label="Answer">
        <p role="status">Nothing in the documents is about that. Try other words, or add a document that says it.</p>
      </section>
    );
  }
  return (
    <section className="card answer" aria-label="Answer">
      {answer.answer === null ? (
        <p role="status">{answer.answer_error?.message ?? 'No passage answers that by itself. These come closest.'}</p>
      ) : (
        <div role="status">
          <p className="answer-text">
            {answerParts(answer.answer, new Set(answer.citations.map(({ marker }) => marker))).map((part, index) =>
              part.kind === 'text' ? part.text : <Marker key={index} citation={citationOf(answer, part.marker)} project={project} />,
            )}
          </p>
          <p className="hint">{kindWords[answer.answer_kind]}</p>
        </div>
      )}
      {answer.citations.length > 0 && (
        <div>
          <h2>Sources</h2>
          <ol className="sources">
            {answer.citations.map((citation) => (
              <li key={citation.marker}>
                <Link to={spanPath(project.id, citation)}>
                  <span className="number">{citation.marker}</span>
                  <span>
                    <strong>{citation.title}</strong> <span className="quiet">{whereWords(citation)}</span>
                    <q>{citation.quote}</q>
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      )}
      <details open={answer.answer === null}>
        <summary>
          {answer.results.length} of {answer.total} {answer.total === 1 ? 'passage' : 'passages'}
        </summary>
        <ol className="passages">
          {answer.results.map((passage) => (
            <PassageView key={`${passage.document_id} ${passage.start}`} passage={passage} project={project} />
          ))}
        </ol>
      </details>
    </section>
  );
}

const citationOf = (answer: SearchAnswer, marker: number): Citation | undefined =>
  answer.citations.find((citation) => citation.marker === marker);

function Marker({ citation, project }: { readonly citation: Citation | undefined; readonly project: ProjectRef }) {
  if (!citation) return null;
  return (
    <Link
      className="marker"
      to={spanPath(project.id, citation)}
      title={citation.quote}
      aria-label={`Source ${citation.marker}: ${citation.title}`}
    >
      {citation.marker}
    </Link>
  );
}

function PassageView({ passage, project }: { readonly passage: Passage; readonly project: ProjectRef }) {
  return (
    <li>
      <p className="row spread">
        <Link to={spanPath(project.id, passage)}>{passage.title}</Link>
        <span className="hint">{[whereWords(passage), `score ${passage.score.toPrecision(3)}`].filter(Boolean).join(' · ')}</span>
      </p>
      <p className="passage-text">{passage.passage}</p>
    </li>
  );
}

function whereWords({ heading, page }: Pick<Citation, 'heading' | 'page'>): string {
  return [heading, page !== undefined && `page ${page}`].filter(Boolean).join(', ');
}
