import { randomUUID } from 'node:crypto';
import { added, documents, settled, submit } from '../knowledge/documents.ts';
import { remembered, save } from '../memories/remembered.ts';
import type { Project, Stage } from '../product/stage.ts';

/** A project with something of everything in it. */
export interface Inhabited extends Project {
  readonly memoryId: string;
  readonly documentId: string;
  /** A document whose ingestion failed. */
  readonly failedId: string;
  /** A word that is in every text of the project and nowhere else. */
  readonly word: string;
}

export async function inhabited(stage: Stage): Promise<Inhabited> {
  const project = await stage.newProject();
  const word = `w${randomUUID().replaceAll('-', '')}`;
  const memoryId = await save(project.caller, `A memory of ${word}.`);
  const documentId = await added(project.caller, `${word}.md`, `# Of ${word}\n\nThe ${word} is kept in the safe.`);
  const failedId = await submit(project.caller, `blank ${word}`, ' ');
  await settled(project.caller, failedId);
  return { ...project, memoryId, documentId, failedId, word };
}

/** All that a project has, as its own people see it. */
export async function everythingOf({ caller, session, documentId, word }: Inhabited) {
  return {
    memories: await remembered(caller),
    documents: (await caller.rest('GET', documents)).body,
    text: (await caller.rest('GET', `${documents}/${documentId}/content`)).body,
    found: (await caller.rest('POST', '/v1/knowledge/search', { query: word })).body,
    keys: (await session.rest('GET', '/v1/api-keys')).body.data.map(({ id, name }: { id: string; name: string }) => ({ id, name })),
    project: (await caller.rest('GET', '/v1/projects')).body,
  };
}
