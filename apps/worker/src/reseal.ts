import { setTimeout as sleep } from 'node:timers/promises';
import type { JobPayload } from '@cairn/contracts';
import type { JobContext, QueueLog } from '@cairn/queue';
import type { Repositories } from '@cairn/storage';

export interface ResealDeps {
  readonly keyRotation: Pick<Repositories['keyRotation'], 'reseal'>;
  readonly log: QueueLog;
}

/** Milliseconds between two looks at a key that does not seal yet, or at rows that somebody held. */
const pauseMs = 500;

/**
 * Brings one project under the newest version of its data key. The job ends when all that is there is sealed under it; the sweep
 * offers the project again until the older versions are destroyed. A job that is cut off has lost nothing: the next one goes on.
 */
export function createResealHandler({ keyRotation, log }: ResealDeps) {
  return async ({ projectId }: JobPayload<'project.reseal'>, { signal, goesOn }: JobContext): Promise<void> => {
    for (;;) {
      const step = await keyRotation.reseal(projectId, async () => {
        signal.throwIfAborted();
        goesOn();
      });
      if (step === 'done') log.info({ projectId }, "the project's former data key is destroyed");
      if (step !== 'later' && step !== 'more') return;
      await sleep(pauseMs, undefined, { signal });
    }
  };
}
