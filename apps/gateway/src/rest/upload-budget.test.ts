import { CairnError } from '@cairn/core';
import { describe, expect, it } from 'vitest';
import { UploadBudget } from './upload-budget.ts';

const budget = (patienceMs = 10_000) => new UploadBudget({ bytes: 100, bytesPerCredential: 60, patienceMs });
const isPending = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))]);

describe('the budget of uploads', () => {
  it('lets in what fits and makes the rest wait its turn', async () => {
    const own = budget();
    const free = await own.take({ credentialId: 'a', bytes: 60 });
    await own.take({ credentialId: 'b', bytes: 40 });
    const waiting = own.take({ credentialId: 'c', bytes: 10 });
    expect(await isPending(waiting)).toBe(true);
    free();
    expect(await isPending(waiting)).toBe(false);
  });

  it('lets nobody take all of it, and others pass who waits for his own', async () => {
    const own = budget();
    const free = await own.take({ credentialId: 'a', bytes: 50 });
    const more = own.take({ credentialId: 'a', bytes: 20 });
    expect(await isPending(more)).toBe(true);
    await own.take({ credentialId: 'b', bytes: 50 });
    free();
    expect(await isPending(more)).toBe(false);
  });

  it('counts a greater file as one credential may hold, so that it gets its turn', async () => {
    const own = budget();
    const free = await own.take({ credentialId: 'a', bytes: 1000 });
    const next = own.take({ credentialId: 'a', bytes: 1 });
    expect(await isPending(next)).toBe(true);
    free();
    await next;
  });

  it('gives back once, however often it is told to', async () => {
    const own = budget();
    const free = await own.take({ credentialId: 'a', bytes: 60 });
    free();
    free();
    await own.take({ credentialId: 'a', bytes: 60 });
    await own.take({ credentialId: 'b', bytes: 40 });
    expect(await isPending(own.take({ credentialId: 'c', bytes: 1 }))).toBe(true);
  });

  it('refuses who waited in vain, and forgets them', async () => {
    const own = budget(20);
    const free = await own.take({ credentialId: 'a', bytes: 60 });
    await expect(own.take({ credentialId: 'a', bytes: 60 })).rejects.toThrow(CairnError);
    free();
    await own.take({ credentialId: 'a', bytes: 60 });
  });
});
