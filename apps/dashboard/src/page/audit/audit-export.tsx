import { useEffect, useRef } from 'react';
import { exportAudit } from '../api/audit.ts';
import { asFault } from '../api/fault.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast-store.ts';

/** Saves the whole audit with its proofs, as a file that can be checked without this service. */
export function AuditExport({ project }: { readonly project: ProjectRef }) {
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    const { current } = controller;
    return () => current.abort();
  }, []);
  const save = useAction(async () => {
    const { signal } = controller.current;
    try {
      saveFile(await exportAudit(project.id, signal), `${project.name} audit.ndjson`);
    } catch (error) {
      if (!signal.aborted) toast(`The audit was not exported. ${asFault(error).message}`, { tone: 'bad' });
    }
  });
  return (
    <Button icon="download" isBusy={save.isBusy} onClick={() => void save.run()}>
      Export
    </Button>
  );
}
