import { useCallback, useEffect, useRef, useState } from 'react';
import { asFault } from '../api/fault.ts';
import type { Fault } from '../api/fault.ts';
import { uploadDocument } from '../api/knowledge.ts';

/** A file on its way to the server. */
export interface UploadState {
  readonly id: string;
  readonly file: File;
  readonly title: string | undefined;
  /** From 0 to 1. */
  readonly sent: number;
  readonly stage: 'waiting' | 'sending' | 'failed';
  readonly fault: Fault | undefined;
}

export interface Uploads {
  readonly all: readonly UploadState[];
  /** Sends files; with a title the one file replaces the document that has it. */
  readonly add: (files: Iterable<File>, title?: string) => void;
  readonly retry: (id: string) => void;
  readonly drop: (id: string) => void;
}

/** How many files are sent at once. */
const atOnce = 3;

/** Files that are sent one after another, a few at once; each that arrived is told and forgotten here. */
export function useUploads(project: string, onArrived: () => void): Uploads {
  const [all, setAll] = useState<readonly UploadState[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const arrived = useRef(onArrived);
  arrived.current = onArrived;
  const change = useCallback((id: string, part: Partial<UploadState>) => {
    setAll((uploads) => uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  }, []);
  const drop = useCallback((id: string) => {
    running.current.get(id)?.abort();
    setAll((uploads) => uploads.filter((upload) => upload.id !== id));
  }, []);
  useEffect(() => {
    const waiting = all.filter(({ id, stage }) => stage === 'waiting' && !running.current.has(id));
    for (const upload of waiting.slice(0, Math.max(0, atOnce - running.current.size))) void send(upload);

    async function send({ id, file, title }: UploadState): Promise<void> {
      const controller = new AbortController();
      running.current.set(id, controller);
      change(id, { stage: 'sending' });
      try {
        await uploadDocument(project, { file, title, once: id, signal: controller.signal, onSent: (sent) => change(id, { sent }) });
        running.current.delete(id);
        setAll((uploads) => uploads.filter((upload) => upload.id !== id));
        arrived.current();
      } catch (error) {
        running.current.delete(id);
        change(id, { stage: 'failed', fault: asFault(error) });
      }
    }
  }, [all, change, project]);
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
  const add = useCallback((files: Iterable<File>, title?: string) => {
    const fresh = Array.from(files, (file) => ({
      id: crypto.randomUUID(),
      file,
      title,
      sent: 0,
      stage: 'waiting' as const,
      fault: undefined,
    }));
    setAll((uploads) => [...uploads, ...fresh]);
  }, []);
  return { all, add, drop, retry: (id) => change(id, { stage: 'waiting', sent: 0, fault: undefined }) };
}
