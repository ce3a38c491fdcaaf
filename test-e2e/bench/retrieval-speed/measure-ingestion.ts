import { createDocumentParser } from '@cairn/documents';
import { createLocalEmbedder } from '@cairn/models';
import { packVectors, passageEmbeddingText } from '@cairn/retrieval';
import { createSyntheticText } from './synthetic-text.ts';

export interface IngestionFigures {
  /** Characters a second: reading, cutting and analysing, in one process. */
  readonly parsing: number;
  /** Characters a second: vectors by the local model, with the packing. */
  readonly embedding: number;
}

const passages = 256;

/** What the stages of ingestion take apart from the database, on one document of about 250,000 characters. */
export async function measureIngestion(): Promise<IngestionFigures> {
  const text = createSyntheticText(3);
  const sections = Array.from({ length: passages }, (_, at) => `## Section ${at}\n\n${text.passage()}`);
  const content = `# Report\n\n${sections.join('\n\n')}\n`;
  const input = { bytes: new TextEncoder().encode(content), mediaType: 'text/markdown', title: 'Report' } as const;
  const parser = createDocumentParser({ processes: 1, timeoutMs: 120_000, timeoutMsPerMib: 10_000, maxOldGenerationMb: 512 });
  const embedder = createLocalEmbedder();
  try {
    // The first of each starts a process.
    await parser.parse(input);
    await embedder.embed(['warm'], { kind: 'passage' });
    const begun = performance.now();
    const document = await parser.parse(input);
    const parsed = performance.now();
    const texts = document.passages.map((passage) => passageEmbeddingText(passage, input.title));
    packVectors(await embedder.embed(texts, { kind: 'passage' }));
    const embedded = performance.now();
    return { parsing: perSecond(content, parsed - begun), embedding: perSecond(content, embedded - parsed) };
  } finally {
    await Promise.all([parser.close(), embedder.close()]);
  }
}

const perSecond = (text: string, ms: number): number => (text.length / ms) * 1000;
