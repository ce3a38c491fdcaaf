import { useRef, useState } from 'react';
import { deleteDocument, readOriginal, retryDocument } from '../api/knowledge.ts';
import type { DocumentStatus, KnowledgeDocument } from '../api/knowledge.ts';
import type { ProjectRef } from '../api/people.ts';
import { projectPath } from '../app/route.ts';
import type { List } from '../data/list.ts';
import { useAction } from '../data/use-action.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Link } from '../ui/link.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { saveFile } from '../ui/save-file.ts';
import { sizeWords } from '../ui/size.ts';
import { Ago } from '../ui/time.tsx';
import { toast } from '../ui/toast-store.ts';
import { mediaWords } from './media-words.ts';

interface DocumentRowProps {
  readonly document: KnowledgeDocument;
  readonly project: ProjectRef;
  readonly canWrite: boolean;
  readonly documents: List<KnowledgeDocument>;
  readonly onReplace: (file: File) => void;
}

const stageWords: Readonly<Record<DocumentStatus, string>> = {
  queued: 'Queued',
  parsing: 'Reading',
  indexing: 'Indexing',
  ready: 'Ready',
  failed: 'Failed',
};

const tones: Readonly<Record<DocumentStatus, string>> = { queued: '', parsing: 'busy', indexing: 'busy', ready: 'good', failed: 'bad' };

/** A document of the project with how far it is. */
export function DocumentRow({ document, project, canWrite, documents, onReplace }: DocumentRowProps) {
  const [isDeleting, setDeleting] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const { id, title, status, progress, error } = document;
  const retry = useAction(async () => {
    await retryDocument(project.id, id);
    documents.change((items) => items.map((item) => (item.id === id ? { ...item, status: 'queued', progress: 0, error: null } : item)));
  });
  const download = useAction(async () => saveFile(await readOriginal(project.id, id), title));
  const isUnderWay = status !== 'ready' && status !== 'failed';
  return (
    <li className="entry">
      <p className="title">
        {status === 'ready' ? <Link to={projectPath(project.id, 'knowledge', id)}>{title}</Link> : title}{' '}
        <span className={`badge ${tones[status]}`}>
          {stageWords[status]}
          {isUnderWay && progress > 0 && ` ${progress} %`}
        </span>
      </p>
      <div className="facts">
        <span>{sizeWords(document.size_bytes)}</span>
        <span title={document.media_type}>{mediaWords(document.media_type)}</span>
        {!isUnderWay && (
          <span>
            <Ago at={document.updated_at} />
          </span>
        )}
        {isUnderWay && <ProgressBar share={progress / 100} label={`${title}: ${stageWords[status]}`} />}
        {error && <span className="error">{error.message}</span>}
        {(retry.fault ?? download.fault) && (
          <span className="error" role="alert">
            {(retry.fault ?? download.fault)?.message}
          </span>
        )}
        {document.warnings.map((warning) => (
          <span key={warning}>{warning}</span>
        ))}
      </div>
      <div className="actions">
        {status === 'failed' && canWrite && (
          <Button tone="quiet" icon="retry" isBusy={retry.isBusy} aria-label={`Retry ${title}`} onClick={() => void retry.run()}>
            Retry
          </Button>
        )}
        <IconButton icon="download" label={`Download ${title}`} onClick={() => void download.run()} />
        {canWrite && (
          <>
            <IconButton icon="upload" label={`Replace ${title}`} onClick={() => file.current?.click()} />
            <IconButton icon="trash" label={`Delete ${title}`} onClick={() => setDeleting(true)} />
            <input
              ref={file}
              type="file"
              hidden
              aria-label={`File that replaces ${title}`}
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                if (chosen) onReplace(chosen);
                target.value = '';
              }}
            />
          </>
        )}
      </div>
      {isDeleting && (
        <Confirm
          title={`Delete “${title}”?`}
          action="Delete document"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await deleteDocument(project.id, id);
            documents.change((items) => items.filter((item) => item.id !== id));
            toast(`“${title}” is deleted.`);
          }}
        >
          <p>
            The file, its text and everything that finds it are gone at once, for every agent and person of the project. This cannot be
            undone.
          </p>
        </Confirm>
      )}
    </li>
  );
}
