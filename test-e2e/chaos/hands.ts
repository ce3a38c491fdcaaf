import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller } from '../product/caller.ts';

/** What carries out the actions of tasks, somewhere else: it does what it has a permit for, and counts. */
export interface Hands {
  /** How often each action was done, by the words of its command. */
  readonly done: ReadonlyMap<string, number>;
  rest(): Promise<void>;
}

/** Looks for actions that may be done, does them and tells what came of it, until it rests. */
export function createHands(caller: Caller): Hands {
  const done = new Map<string, number>();
  const closing = new AbortController();

  async function act(step: PermittedStep): Promise<void> {
    const { decision_id: decisionId, permit, input } = step;
    // It asks until it is answered, under one key, so it knows whether the permit was used by itself.
    const start = await persistently(() =>
      caller.rest('POST', `/v1/actions/${decisionId}/start`, { permit }, { 'idempotency-key': `start-${decisionId}` }),
    );
    if (start.status >= 300) throw new Error(`a permit was refused: ${start.text}`);
    const command = input.action.command;
    done.set(command, (done.get(command) ?? 0) + 1);
    await persistently(() =>
      caller.rest(
        'POST',
        `/v1/executions/${start.body.execution_id}/outcome`,
        { status: 'succeeded' },
        { 'idempotency-key': `outcome-${decisionId}` },
      ),
    );
  }

  const seen = new Set<string>();
  async function look(): Promise<void> {
    const { status, body } = await caller.rest('GET', '/v1/tasks?status=waiting_event&limit=100');
    if (status !== 200) return;
    for (const { id } of body.data) {
      const task = await caller.rest('GET', `/v1/tasks/${id}`);
      const steps: readonly PermittedStep[] = task.body.plan?.steps ?? [];
      const fresh = steps.filter(({ kind, permit, decision_id: decision }) => kind === 'action' && permit !== null && !seen.has(decision));
      for (const step of fresh) seen.add(step.decision_id);
      await Promise.all(fresh.map(act));
    }
  }

  const working = (async () => {
    while (!closing.signal.aborted) {
      await look().catch(() => {});
      await sleep(100);
    }
  })();
  return {
    done,
    async rest() {
      closing.abort();
      await working;
    },
  };
}

interface PermittedStep {
  readonly kind: string;
  readonly permit: string | null;
  readonly decision_id: string;
  readonly input: { readonly action: { readonly command: string } };
}

/** The first answer that is one, whatever fails meanwhile. */
async function persistently(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = 300; left > 0; left -= 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && answer.status < 500) return answer;
    await sleep(100);
  }
  throw new Error('nobody answered');
}
