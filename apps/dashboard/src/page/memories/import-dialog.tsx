import { useEffect, useRef, useState } from 'react';
import { importMemories } from '../api/memory-transfer.ts';
import type { ImportCounts, ImportOutcome } from '../api/memory-transfer.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

interface ImportProps {
  readonly project: ProjectRef;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Takes memories of a file in, and tells line by line what was not taken. Doing it again does no harm. */
export function ImportDialog({ project, onDone, onClose }: ImportProps) {
  const [file, setFile] = useState<File>();
  const [counts, setCounts] = useState<ImportCounts>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const take = useAction(async (chosen: File) => {
    controller.current = new AbortController();
    setOutcome(undefined);
    setOutcome(await importMemories(project.id, chosen, { onProgress: setCounts, signal: controller.current.signal }));
    onDone();
  });
  return (
    <Dialog title="Import memories" size="large" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void take.run(file);
        }}
      >
        <p>
          A file with one JSON object a line, such as an export of another project. Each needs a <code>content</code>; what is here already
          is left as it is.
        </p>
        <input
          type="file"
          aria-label="File to import"
          accept=".ndjson,.jsonl,application/x-ndjson"
          required
          onChange={({ target }) => {
            setFile(target.files?.[0]);
            setOutcome(undefined);
            setCounts(undefined);
          }}
        />
        <p role="status">{counts && countWords(outcome ?? counts)}</p>
        {outcome?.brokenOff !== undefined && <p className="callout">{outcome.brokenOff} Import the file again to go on.</p>}
        {outcome !== undefined && outcome.refusals.length > 0 && (
          <ul className="list refusals" aria-label="Lines that were not taken">
            {outcome.refusals.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        )}
        <Notice fault={take.fault} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{outcome ? 'Close' : 'Cancel'}</Button>
          {!outcome && (
            <Button tone="primary" type="submit" isBusy={take.isBusy}>
              Import
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

const countWords = ({ accepted, duplicates, refused }: ImportCounts): string =>
  `${accepted} imported, ${duplicates} here already, ${refused} not taken.`;
