import type { Reranker } from '@cairn/core';
import { expect, it } from 'vitest';
import { ModelFault } from './errors.ts';
import { rested } from './rested.ts';

it('does not ask a reranker that failed until its pause is over', async () => {
  let clock = 0;
  let asked = 0;
  let fault: Error | undefined = new ModelFault('provider_timeout');
  const reranker: Reranker = {
    rerank() {
      asked += 1;
      return fault ? Promise.reject(fault) : Promise.resolve([1]);
    },
  };
  const careful = rested(reranker, { pauseMs: 1000, now: () => clock });

  await expect(careful.rerank('q', ['a'])).rejects.toThrow('did not answer in time');
  fault = undefined;
  clock = 999;
  await expect(careful.rerank('q', ['a'])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  expect(asked).toBe(1);
  clock = 1000;
  expect(await careful.rerank('q', ['a'])).toEqual([1]);
  expect(await careful.rerank('q', ['a'])).toEqual([1]);
  expect(asked).toBe(3);
});

it('takes a caller that went away for no fault of the model', async () => {
  let asked = 0;
  const reranker: Reranker = {
    rerank() {
      asked += 1;
      return asked === 1 ? Promise.reject(new DOMException('gone', 'AbortError')) : Promise.resolve([1]);
    },
  };
  const careful = rested(reranker, { pauseMs: 1000, now: () => 0 });
  await expect(careful.rerank('q', ['a'])).rejects.toThrow('gone');
  expect(await careful.rerank('q', ['a'])).toEqual([1]);
});
