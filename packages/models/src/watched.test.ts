import { CairnError, type Embedder } from '@cairn/core';
import { expect, it } from 'vitest';
import { ModelFault } from './errors.ts';
import { createModelWatch } from './watched.ts';

it('tells why a model fails and since when, until it answers again', async () => {
  const watch = createModelWatch();
  let fault: Error | undefined;
  const model: Embedder & { readonly state: string } = {
    modelId: 'm',
    state: 'ready',
    embed: () => (fault ? Promise.reject(fault) : Promise.resolve([Float32Array.of(1)])),
  };
  const embedder = watch.embedder(model);
  expect([embedder.modelId, embedder.state]).toEqual(['m', 'ready']);
  const embed = () => embedder.embed(['x'], { kind: 'query' }).catch(() => undefined);

  await embed();
  expect(watch.faults()).toEqual({});
  fault = new ModelFault('provider_failed', { status: 500 });
  await embed();
  const first = watch.faults()['embedding_fault'];
  expect(first).toMatch(/^the model endpoint failed \(status 500\); since \d{4}-.*Z$/);
  fault = new ModelFault('provider_unreachable');
  await embed();
  expect(watch.faults()['embedding_fault']).toMatch(/cannot be reached/);
  expect(watch.faults()['embedding_fault']?.slice(-24)).toBe(first?.slice(-24));
  fault = undefined;
  await embed();
  expect(watch.faults()).toEqual({});
});

it('does not take a call that fails late for news, when one that began after it went well', async () => {
  const watch = createModelWatch();
  const late = Promise.withResolvers<Float32Array[]>();
  const answers = [late.promise, Promise.resolve([Float32Array.of(1)])];
  const embedder = watch.embedder<Embedder>({ modelId: 'm', embed: () => answers.shift() ?? Promise.reject(new Error('asked too often')) });
  const first = embedder.embed(['x'], { kind: 'passage' });
  await embedder.embed(['y'], { kind: 'passage' });
  late.reject(new ModelFault('provider_timeout'));
  await expect(first).rejects.toThrow();
  expect(watch.faults()).toEqual({});
});

it.each([
  [new DOMException('late', 'TimeoutError'), 1],
  [new DOMException('gone', 'AbortError'), 0],
  [new CairnError('INVALID_ARGUMENT'), 0],
])('takes %s for %d faults', async (fault, faults) => {
  const watch = createModelWatch();
  const failing = () => Promise.reject(fault);
  await watch
    .chat({ modelId: 'm', complete: failing })
    .complete({ system: '', prompt: '', maxOutputTokens: 1 })
    .catch(() => undefined);
  await watch
    .reranker({ rerank: failing })
    .rerank('q', [])
    .catch(() => undefined);
  expect(Object.keys(watch.faults())).toEqual(faults === 0 ? [] : ['chat_fault', 'rerank_fault']);
});
