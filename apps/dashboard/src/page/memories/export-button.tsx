import { useEffect, useRef, useState } from 'react';
import { exportMemories } from '../api/memory-transfer.ts';
import type { ProjectRef } from '../api/people.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast-store.ts';
import { asFault } from '../api/fault.ts';

/** Saves all memories as a file that an import takes back. */
export function ExportButton({ project }: { readonly project: ProjectRef }) {
  const [count, setCount] = useState(0);
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    const { current } = controller;
    return () => current.abort();
  }, []);
  const save = useAction(async () => {
    const { signal } = controller.current;
    setCount(0);
    try {
      let exported = 0;
      const onProgress = (so: number): void => {
        exported = so;
        setCount(so);
      };
      saveFile(await exportMemories(project.id, { onProgress, signal }), `${project.name} memories.ndjson`);
      toast(exported === 1 ? '1 memory is exported.' : `${exported} memories are exported.`);
    } catch (error) {
      if (!signal.aborted) toast(`The memories were not exported. ${asFault(error).message}`, { tone: 'bad' });
    }
  });
  return (
    <Button icon="download" isBusy={save.isBusy} onClick={() => void save.run()}>
      {save.isBusy ? `Exporting ${count}…` : 'Export'}
    </Button>
  );
}
