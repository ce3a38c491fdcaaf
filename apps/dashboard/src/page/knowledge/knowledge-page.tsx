import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { documentsPath } from '../api/knowledge.ts';
import type { KnowledgeDocument } from '../api/knowledge.ts';
import { may } from '../app/me.ts';
import type { ProjectProps } from '../app/project-props.ts';
import { useList } from '../data/list.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Waiting } from '../ui/empty.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { AskSection } from './ask-section.tsx';
import { DocumentRow } from './document-row.tsx';
import { DropArea } from './drop-area.tsx';
import { UploadRow } from './upload-row.tsx';
import { useOutcomes } from './use-outcomes.ts';
import { useUploads } from './use-uploads.ts';
import { useWatching } from './use-watching.ts';

export default function KnowledgePage({ project, workspace }: ProjectProps) {
  const canWrite = may(workspace.role, 'write_content');
  const documents = useList<KnowledgeDocument>(documentsPath, project.id);
  const uploads = useUploads(project.id, () => void documents.reload());
  useWatching(project.id, documents.items, {
    onProgress: (id, { status, percent, error }) =>
      documents.change((items) =>
        items.map((item) => (item.id === id ? { ...item, status, progress: percent, error: error ?? null } : item)),
      ),
    onEnd: () => void documents.reload(),
  });
  const outcomes = useOutcomes(documents.items);
  const isEmpty = documents.items?.length === 0 && uploads.all.length === 0;
  // Only where it stays: one that moves while somebody chooses files would lose what they chose.
  const picker = documents.items && <FilePicker label={isEmpty ? 'Choose files' : 'Add files'} onFiles={uploads.add} />;
  return (
    <DropArea isOpen={canWrite} onFiles={uploads.add}>
      <Page
        title="Knowledge"
        within={project.name}
        about="Documents that agents search and quote. Ask here what they would be told."
        actions={canWrite && !isEmpty && picker}
      >
        {!isEmpty && <AskSection project={project} />}
        <p className="unseen" role="status">
          {outcomes}
        </p>
        <Notice fault={documents.fault} onRetry={() => void documents.reload()} />
        {!documents.items && !documents.fault && <Waiting />}
        {isEmpty && (
          <div className="card drop-here">
            <Empty icon="upload" title={canWrite ? 'Drop files here' : 'No documents yet'}>
              <p>
                PDF, Word, PowerPoint, Excel, HTML, Markdown, e-books, e-mail, code and plain text. Each is read, cut into passages and
                found by agents as soon as it is ready.
              </p>
              {canWrite && picker}
            </Empty>
          </div>
        )}
        {!isEmpty && (documents.items || uploads.all.length > 0) && (
          <ul className="list" aria-label="Documents">
            {uploads.all.map((upload) => (
              <UploadRow
                key={upload.id}
                projectId={project.id}
                upload={upload}
                onRetry={() => uploads.retry(upload.id)}
                onDrop={() => uploads.drop(upload.id)}
              />
            ))}
            {documents.items?.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                project={project}
                canWrite={canWrite}
                documents={documents}
                onReplace={(file) => uploads.add([file], document.title)}
              />
            ))}
          </ul>
        )}
        <LoadMore list={documents} />
      </Page>
    </DropArea>
  );
}

interface FilePickerProps {
  readonly label: ReactNode;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** A button that opens the machine's own chooser of files. */
function FilePicker({ label, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [turn, setTurn] = useState(0);
  return (
    <>
      <Button tone="primary" icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        // Another one each time, or the same file could not be chosen twice.
        key={turn}
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          setTurn(turn + 1);
        }}
      />
    </>
  );
}
