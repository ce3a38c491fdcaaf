import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, callerFor } from '../product/caller.ts';
import { doors, callThrough } from '../product/doors.ts';
import { signIn } from '../product/person.ts';
import type { Suite } from '../product/stage.ts';
import { newAddress } from './addresses.ts';
import { ask, places } from './places.ts';

export const secrecySuite: Suite = (stage) => {
  const everythingPrinted = () => stage.products.map((product) => product.output()).join('\n');

  describe('the log at its most talkative', () => {
    test('holds no credential, however it was sent', async () => {
      const { secret, otherSecret, session } = await stage.newProject();
      const unknown = `cairn_${randomUUID().replaceAll('-', '')}${'0'.repeat(16)}`;
      const person = await signIn(stage.product);
      for (const { baseUrl } of stage.products) {
        for (const place of places) {
          for (const value of [secret, unknown, person.token, 'hunter2-as-a-key']) {
            await ask(baseUrl, place, { ...newAddress(), authorization: `Bearer ${value}` });
            await ask(baseUrl, place, { ...newAddress(), authorization: `Basic ${value}` });
            await ask(baseUrl, place, { ...newAddress(), 'x-api-key': value });
            await ask(baseUrl, place, newAddress(), `?api_key=${value}`);
            await ask(baseUrl, place, { ...newAddress(), authorization: `Bearer ${value}` }, `?api_key=${otherSecret}`);
          }
        }
        const caller = callerFor(baseUrl, secret);
        await caller.rest('GET', `/v1/memories/${secret}`);
        await caller.rest('GET', `/v1/${secret}?access_token=${secret}&token=${secret}`);
        await caller.tool('save_memory', { content: 'x', api_key: secret });
        await caller.tool(secret, {});
        await call(`${baseUrl}/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...newAddress() },
          body: JSON.stringify({ email: 'x', password: 'hunter2-as-a-password', api_key: secret }),
        });
      }
      await session.rest('POST', '/v1/api-keys', { name: secret });
      const { password } = stage.product.account;
      const printed = everythingPrinted();
      for (const one of [
        secret,
        otherSecret,
        unknown,
        person.token,
        stage.person.token,
        password,
        'hunter2',
        stage.product.account.apiKey,
      ]) {
        // A part of it would be too much as well.
        for (const part of [one, one.slice(0, 24), one.slice(-24)]) if (part.length > 6) expect(printed).not.toContain(part);
      }
      expect(printed).toMatch(/"msg":"request"/);
    });

    test('holds nothing of what people wrote', async () => {
      const { caller } = await stage.newProject();
      const marker = `the heron ${randomUUID()}`;
      for (const door of doors) {
        await callThrough(door, caller, 'save_memory', { content: marker, agent_name: marker });
        await callThrough(door, caller, 'save_memory', { content: marker, [marker]: marker });
        await callThrough(door, caller, 'search_knowledge', { query: marker });
        await callThrough(door, caller, 'update_memory', { memory_id: marker, content: marker });
      }
      await caller.rest('POST', '/v1/knowledge/documents', { title: `${marker}.md`, content: `# ${marker}` });
      await caller.rest('POST', '/v1/knowledge/documents', { title: marker, content: ' ' });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(everythingPrinted()).not.toContain(marker);
    });
  });

  test('no answer repeats a key, and none is kept by a cache or sent on as a referrer', async () => {
    const { secret } = await stage.newProject();
    for (const place of places) {
      for (const query of [`?api_key=${secret}`, `?api_key=${secret}&limit=x`, `?api_key=${secret}x`]) {
        const answer = await ask(stage.product.baseUrl, place, newAddress(), query);
        expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(secret);
        expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
      }
    }
    const missing = await call(`${stage.product.baseUrl}/v1/nothing?api_key=${secret}`);
    expect([missing.status, missing.text.includes(secret)]).toEqual([404, false]);
  });
};
