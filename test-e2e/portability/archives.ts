import { createHash } from 'node:crypto';
import type { Answer } from '../product/caller.ts';
import type { Someone } from '../accounts/people.ts';

/** A line of an archive. */
// oxlint-disable-next-line typescript/no-explicit-any -- a black-box suite looks into lines whose shape is what it checks
export type Line = Readonly<Record<string, any>>;

/** Takes a project out. */
export async function taken({ rest }: Pick<Someone, 'rest'>, projectId: string): Promise<Line[]> {
  const { status, headers, text } = await rest('GET', `/v1/projects/${projectId}/export`);
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${text}`);
  if (headers.get('content-type') !== 'application/x-ndjson') throw new Error('not NDJSON');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Lines as an archive with a last line that is right, or with that last line. */
export function archiveOf(lines: readonly Line[], end?: (right: Line) => Line): string {
  const body = lines
    .filter(({ kind }) => kind !== 'end')
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const records: Record<string, number> = {};
  for (const { kind } of lines) if (kind !== 'end') records[kind] = (records[kind] ?? 0) + 1;
  const right = { kind: 'end', records, sha256: createHash('sha256').update(body).digest('hex') };
  return `${body}${JSON.stringify(end ? end(right) : right)}\n`;
}

/** Brings an archive in. */
export async function brought(
  baseUrl: string,
  { token }: Pick<Someone, 'token'>,
  { workspaceId, archive }: { readonly workspaceId: string; readonly archive: string },
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/v1/projects/import?workspace_id=${workspaceId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: archive,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/**
 * What an archive says, without what is of one place: when, as which archive, of which project, its audit; when a revision came into force
 * and a document was read there.
 */
export function contentOf(lines: readonly Line[]): readonly Line[] {
  const own = new Set(['header', 'audit', 'former_audit', 'end']);
  return lines
    .filter(({ kind }) => !own.has(kind))
    .map(({ activated_at: _activated, data, ...line }) => ({
      ...line,
      ...(line['kind'] === 'document' && { updated_at: undefined }),
      ...(data !== undefined && { data: createHash('sha256').update(data).digest('hex') }),
    }));
}
