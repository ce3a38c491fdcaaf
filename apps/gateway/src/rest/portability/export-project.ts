import { Readable } from 'node:stream';
import { archiveFormat } from '@cairn/contracts';
import type { ArchiveRecord } from '@cairn/contracts';
import type { PersonActor, Project } from '@cairn/auth';
import { CairnError, newId } from '@cairn/core';
import { done, noSuchProject } from '../directory-refusals.ts';
import type { RawAnswer } from '../rest-answer.ts';
import type { RestDeps } from '../rest-deps.ts';
import { ArchiveTally, lineOf } from './archive-lines.ts';

export interface ExportCall {
  readonly person: PersonActor;
  readonly projectId: string;
  /** Rejects when the export has to end. */
  readonly mayGoOn: () => Promise<void>;
  /** Called when the stream is over. */
  readonly onEnd: () => void;
}

/** A project as an archive, streamed. One that breaks off has no last line, and is never taken for whole. */
export async function exportProject({ archives, audit }: Pick<RestDeps, 'archives' | 'audit'>, call: ExportCall): Promise<RawAnswer> {
  const { person, projectId, mayGoOn, onEnd } = call;
  const archiveId = newId();
  const project = done(await archives.open(person, projectId, archiveId), noSuchProject);

  async function* records(): AsyncGenerator<readonly ArchiveRecord[]> {
    yield [headerOf(archiveId, project)];
    yield* archives.read(projectId);
    for await (const piece of audit.log.export({ kind: 'project', id: projectId })) yield auditLines(piece);
    yield* archives.readFormerAudit(projectId);
  }

  async function* lines(): AsyncGenerator<string> {
    const tally = new ArchiveTally();
    for await (const page of records()) {
      // A request is judged once; a long export outlives that judgement.
      await mayGoOn();
      if (!(await archives.mayRead(person.userId, projectId))) throw new CairnError('FORBIDDEN');
      yield page.map((record) => tallied(tally, record)).join('');
    }
    yield `${lineOf({ kind: 'end', records: tally.records, sha256: tally.sha256 })}\n`;
  }

  const headers = {
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="project-${projectId}.ndjson"`,
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, raw: Readable.from(lines(), { objectMode: false }).once('close', onEnd) };
}

function tallied(tally: ArchiveTally, record: ArchiveRecord): string {
  const line = lineOf(record);
  tally.add(record.kind, line);
  return `${line}\n`;
}

const headerOf = (archiveId: string, project: Project): ArchiveRecord => ({
  kind: 'header',
  ...archiveFormat,
  archive_id: archiveId,
  exported_at: new Date().toISOString(),
  project: { id: project.id, name: project.name, created_at: project.createdAt },
});

/** An export of the audit comes in pieces of whole lines. */
const auditLines = (piece: string): readonly ArchiveRecord[] =>
  piece
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'audit', line }));
