import { jobCatalog } from '@cairn/contracts';
import type { Actor } from '@cairn/core';
import { ingest } from '@cairn/documents';
import { analyserVersion } from '@cairn/retrieval';
import type { Repositories } from '@cairn/storage';
import { createRandom, documentText } from './texts.ts';

/** Submits so many documents and does what the worker would; their ids. */
export async function fillDocuments({ stores, ingestion, outbox }: Repositories, actor: Actor, count: number): Promise<readonly string[]> {
  const random = createRandom(count);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const title = `Handbook ${index}`;
    const bytes = Buffer.from(documentText(title, random));
    const { document } = await stores.documents.submit(actor, { title, mediaType: 'text/markdown', bytes });
    ids.push(document.id);
  }
  // Beside them there may be a job for the memories of each user.
  await outbox.relay(count + 100, async (entries) => {
    for (const { job, payload } of entries) {
      if (job !== 'knowledge.ingest') continue;
      const { projectId, versionId } = jobCatalog['knowledge.ingest'].payload.parse(payload);
      const claim = await ingestion.claim(projectId, versionId);
      if (claim) await ingestion.publish(claim, await ingest(claim), { analyser: analyserVersion, modelId: undefined });
    }
  });
  return ids;
}
