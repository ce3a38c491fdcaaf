import type { Directory, IdempotentDirectory } from '@cairn/auth';
import { directoryTransactionSession, type Session } from '../database/session.ts';
import type { MasterKeys } from '../sealing/master-keys.ts';
import type { ProjectKeys } from '../sealing/project-keys.ts';
import { createApiKeyRepository } from './api-keys.ts';
import { createErasureRepository } from './erasures.ts';
import { createInvitationRepository } from './invitations.ts';
import { answerOnce } from './kept-answers.ts';
import { createMemberRepository } from './members.ts';
import { createWorkspaceRepository } from './workspaces.ts';

/** The master key seals the answers kept for people; they belong to no project. */
export function createDirectory(session: Session, keys: ProjectKeys, masters: MasterKeys): IdempotentDirectory {
  return {
    ...repositories(session, keys),
    once: (person, request, work) =>
      session.inDirectory(async (trx) => {
        const sealKey = await masters.reigning(trx, 'user answers');
        return answerOnce(trx, { table: 'user_answers', owner: { user_id: person.userId }, request, sealKey }, () =>
          work(repositories(directoryTransactionSession(trx), keys)),
        );
      }),
  };
}

function repositories(session: Session, keys: ProjectKeys): Directory {
  return {
    apiKeys: createApiKeyRepository(session),
    workspaces: createWorkspaceRepository(session, keys),
    members: createMemberRepository(session),
    invitations: createInvitationRepository(session),
    erasures: createErasureRepository(session),
  };
}
