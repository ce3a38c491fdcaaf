/** Entry of the process that runs the model; arguments: cache folder, threads. It ends with the process that started it. */
import type { EmbeddingReply, EmbeddingRequest } from './messages.ts';

const [cacheDir = '', threads = '1'] = process.argv.slice(2);

// Signals to the whole group are for the parent, which drains first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());

try {
  const { loadEncoder } = await import('./encoder.ts');
  const encode = await loadEncoder({ cacheDir, threads: Number(threads) });
  process.on('message', ({ texts }: EmbeddingRequest) => void answer(texts, encode));
  reply({ kind: 'loaded' });
} catch (error) {
  reply({ kind: 'unable', reason: reasonOf(error) });
}

async function answer(texts: readonly string[], encode: (text: string) => Promise<Float32Array>): Promise<void> {
  try {
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await encode(text));
    reply({ kind: 'vectors', vectors });
  } catch (error) {
    reply({ kind: 'failed', reason: reasonOf(error) });
  }
}

function reply(message: EmbeddingReply): void {
  if (process.connected) process.send?.(message);
}

/** The first line, without the paths that follow where a module is missing. */
function reasonOf(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.split('\n', 1)[0] ?? '';
}
