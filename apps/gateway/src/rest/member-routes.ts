import type { Member } from '@cairn/auth';
import { memberRoutes } from '@cairn/contracts';
import type { FastifyInstance } from 'fastify';
import { done, noSuchMember, noSuchWorkspace } from './directory-refusals.ts';
import { mountRoute } from './mount-route.ts';
import type { RestDeps } from './rest-deps.ts';
import { noContent, ok } from './rest-answer.ts';
import { walkList } from './walk-list.ts';
import { personArea } from './work-area.ts';

/** `/v1/workspaces/{id}/members`. What a person may do follows their role from the next request on, on every process. */
export function mountMembers(app: FastifyInstance, { directory, authenticator, guards }: RestDeps): void {
  const common = { area: personArea(directory), guards };
  const settle = () => authenticator.settle();

  mountRoute(app, { ...common, route: memberRoutes.listMembers }, async ({ person, directory: own, params, query }) =>
    ok(
      await walkList(query, {
        scope: ['members', params.id],
        next: async (walk) => done(await own.members.list(person.userId, params.id, walk), noSuchWorkspace),
        show: toRestMember,
      }),
    ),
  );

  mountRoute(app, { ...common, settle, route: memberRoutes.changeRole }, async ({ person, directory: own, params, body }) => {
    const name = { workspaceId: params.id, userId: params.user_id };
    return ok(toRestMember(done(await own.members.changeRole(person, name, body.role), noSuchMember)));
  });

  mountRoute(app, { ...common, settle, route: memberRoutes.removeMember }, async ({ person, directory: own, params }) => {
    done(await own.members.remove(person, { workspaceId: params.id, userId: params.user_id }), noSuchMember);
    return noContent;
  });
}

const toRestMember = (member: Member) => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  created_at: member.createdAt,
  updated_at: member.updatedAt,
});
