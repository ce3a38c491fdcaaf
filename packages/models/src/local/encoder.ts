import { InferenceSession, Tensor } from 'onnxruntime-node';
import { readModelFile } from './model-files.ts';
import { cachedGraph } from './model-graph.ts';
import { createTokenizer } from './tokenizer.ts';
import { unitLength } from '../embedding/unit-length.ts';

export interface EncoderOptions {
  readonly cacheDir: string;
  readonly threads: number;
}

/** What the model was trained to read at once. */
const maxTokens = 256;
/** Far more than 256 tokens; a text is cut there before it is taken apart. */
const maxCharacters = 16_384;

/** Loads the model into this process. The encoder blocks the event loop while it works. */
export async function loadEncoder({ cacheDir, threads }: EncoderOptions): Promise<(text: string) => Promise<Float32Array>> {
  const { model } = JSON.parse(new TextDecoder().decode(readModelFile('tokenizer'))) as { model: { vocab: Record<string, number> } };
  const tokenize = createTokenizer(new Map(Object.entries(model.vocab)), maxTokens);
  const session = await InferenceSession.create(cachedGraph(cacheDir), { intraOpNumThreads: threads, interOpNumThreads: 1 });
  return async (text) => {
    const ids = tokenize(text.slice(0, maxCharacters));
    const shape = [1, ids.length];
    const { pooled } = await session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      positions: new Tensor(
        'int64',
        BigInt64Array.from(ids, (_, at) => BigInt(at)),
        shape,
      ),
    });
    return unitLength(pooled?.data as Float32Array);
  };
}
