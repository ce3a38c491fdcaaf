import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call } from '../product/caller.ts';
import type { Suite } from '../product/stage.ts';
import { freshProject } from './spent.ts';

const attempts = 600;
const atOnce = 30;

export const failedAttemptSuite: Suite = (stage) => {
  describe('guesses at keys', () => {
    test('are refused 401, then 429, whatever address they claim, while good keys of that address are let in', async () => {
      const before = await freshProject(stage);
      await before.caller.tool('get_memories', {});
      const statuses: number[] = [];
      const startedAt = performance.now();
      for (let from = 0; from < attempts; from += atOnce) {
        const answers = await Promise.all(
          Array.from({ length: atOnce }, (_, at) =>
            call(`${stage.product.baseUrl}/mcp/tools/call`, {
              method: 'POST',
              headers: {
                authorization: `Bearer cairn_${randomBytes(24).toString('hex')}`,
                'x-forwarded-for': `203.0.113.${(from + at) % 250}`,
                'content-type': 'application/json',
              },
              body: '{}',
            }),
          ),
        );
        statuses.push(...answers.map(({ status }) => status));
        for (const { status, headers } of answers.filter((answer) => answer.status === 429)) {
          expect(status).toBe(429);
          const seconds = Number(headers.get('retry-after'));
          expect(seconds).toBeGreaterThan(0);
          expect(seconds).toBeLessThanOrEqual(60);
          for (const prefix of ['', 'x-']) {
            const told = ['limit', 'remaining', 'reset'].map((name) => headers.get(`${prefix}ratelimit-${name}`));
            expect(told).toEqual(['60', '0', String(seconds)]);
          }
        }
      }
      const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
      const unauthorized = statuses.filter((status) => status === 401).length;
      expect(unauthorized).toBeGreaterThan(0);
      expect(unauthorized).toBeLessThanOrEqual(60 * (minutes + 1));
      expect(statuses.filter((status) => status === 429)).toHaveLength(attempts - unauthorized);
      expect((await before.caller.tool('get_memories', {})).status).toBe(200);
      const after = await freshProject(stage);
      expect((await after.caller.tool('get_memories', {})).status).toBe(200);
    });

    test('that are none cost nothing and count for nothing', async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => call(`${stage.product.baseUrl}/v1/memories`)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    });
  });
};
