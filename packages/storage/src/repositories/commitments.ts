import { createHmac } from 'node:crypto';
import type { Commit, Commitments } from '@cairn/governance';
import type { Session } from '../database/session.ts';
import type { ProjectKey, ProjectKeys } from '../sealing/project-keys.ts';

/** HMAC-SHA-256 of a secret under a key that a project has for nothing else. */
export function createCommitments(session: Session, keys: ProjectKeys): Commitments {
  return {
    async of(projectId) {
      return commitBy(await keys.of(session, projectId));
    },
  };
}

export function commitBy({ commitment }: Pick<ProjectKey, 'commitment'>): Commit {
  return (secret) => createHmac('sha256', commitment).update(secret).digest('hex');
}
