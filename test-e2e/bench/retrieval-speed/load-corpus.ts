import { createHash } from 'node:crypto';
import type { JobPayload } from '@cairn/contracts';
import type { Actor, IngestedDocument } from '@cairn/core';
import { analyserVersion, packVectors, passageTerms } from '@cairn/retrieval';
import type { Repositories } from '@cairn/storage';
import type { SyntheticText } from './synthetic-text.ts';

export interface CorpusShape {
  readonly documents: number;
  readonly passages: number;
}

export interface LoadOptions {
  readonly repositories: Pick<Repositories, 'stores' | 'ingestion' | 'outbox'>;
  readonly actor: Actor;
  readonly shape: CorpusShape;
  readonly text: SyntheticText;
  readonly vector: () => Float32Array;
  readonly modelId: string;
  /** Prefix of the titles. */
  readonly name: string;
}

/** Passages whose vectors are kept together, as ingestion does. */
const segment = 128;

/** Puts documents into the index as ingestion does, with synthetic passages and vectors. Gives some passages to ask for. */
export async function loadCorpus(options: LoadOptions): Promise<readonly string[]> {
  const samples: string[] = [];
  for (let at = 0; at < options.shape.documents; at += 1) {
    const title = `${options.name} ${at}`;
    const document = documentOf(options, title);
    await publish(options, title, document);
    if (samples.length < 400) samples.push(...document.passages.slice(0, 40).map(({ text }) => text));
  }
  return samples;
}

function documentOf({ shape, text }: LoadOptions, title: string): IngestedDocument {
  const passages: IngestedDocument['passages'][number][] = [];
  let start = 0;
  for (let at = 0; at < shape.passages; at += 1) {
    const passage = { start, end: 0, headings: [`Chapter ${Math.floor(at / 20)}`], text: text.passage() };
    const end = start + passage.text.length;
    passages.push({ ...passage, end, terms: passageTerms(passage, title) });
    start = end + 1;
  }
  return { text: passages.map((passage) => passage.text).join('\n'), passages, warnings: [] };
}

async function publish({ repositories, actor, vector, modelId }: LoadOptions, title: string, document: IngestedDocument): Promise<void> {
  const { stores, ingestion, outbox } = repositories;
  await stores.documents.submit(actor, { title, mediaType: 'text/plain', bytes: Buffer.from(title) });
  let job: unknown;
  await outbox.relay(1, async ([entry]) => void (job = entry?.payload));
  const claim = await ingestion.claim(actor.projectId, (job as JobPayload<'knowledge.ingest'>).versionId);
  if (!claim) throw new Error('a document that was just submitted cannot be claimed');
  for (let from = 0; from < document.passages.length; from += segment) {
    const passages = Math.min(segment, document.passages.length - from);
    const packed = packVectors(Array.from({ length: passages }, vector));
    const digest = createHash('sha256').update(`${title} ${from}`).digest();
    await ingestion.stageVectors(claim, modelId, { from, passages, digest, ...packed }, 50);
  }
  if (!(await ingestion.publish(claim, document, { analyser: analyserVersion, modelId }))) throw new Error('a document was not published');
}
