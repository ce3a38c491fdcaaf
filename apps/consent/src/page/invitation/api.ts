import { fieldsOf, read, textIn } from '../shared/json.ts';
import type { Fields } from '../shared/json.ts';
import { createPeopleApi } from '../shared/people-api.ts';
import type { PeopleApi } from '../shared/people-api.ts';
import { createSend } from '../shared/send.ts';
import type { Ask, Result } from '../shared/send.ts';

/** What a person is invited to. Names come from people of that workspace. */
export interface Invitation {
  readonly workspace: string;
  readonly role: string;
  readonly invitedBy: string;
  /** Whether only one e-mail address may use it. */
  readonly isBound: boolean;
}

/** In which workspace somebody is, by its name, and as what. */
export type Membership = Pick<Invitation, 'workspace' | 'role'>;

/** The calls that the page makes. */
export interface InvitationApi extends PeopleApi {
  lookUp(invitation: string): Promise<Result<Invitation>>;
  /** The workspaces that the person of that session is in. */
  memberships(token: string): Promise<Result<readonly Membership[]>>;
  /** Makes the person of that session a member, and tells the id of the workspace. */
  accept(token: string, invitation: string): Promise<Result<string>>;
}

/** The API of the server at `baseUrl`. */
export function createInvitationApi(baseUrl: string, ask: Ask): InvitationApi {
  const send = createSend(baseUrl, ask);
  return {
    ...createPeopleApi(send),
    async lookUp(invitation) {
      return read(await send('/auth/invitations/look-up', { method: 'POST', body: { token: invitation } }), invitationIn);
    },
    memberships: async (token) => read(await send('/auth/me', { token }), membershipsIn),
    async accept(token, invitation) {
      return read(await send('/v1/invitations/accept', { method: 'POST', token, body: { token: invitation } }), ({ id }) =>
        typeof id === 'string' ? id : undefined,
      );
    },
  };
}

function invitationIn(body: Fields): Invitation | undefined {
  const workspace = textIn(body, 'workspace_name');
  const role = textIn(body, 'role');
  const invitedBy = textIn(body, 'invited_by');
  if (workspace === undefined || role === undefined || invitedBy === undefined) return undefined;
  return { workspace, role, invitedBy, isBound: body['is_bound'] === true };
}

function membershipsIn({ workspaces }: Fields): readonly Membership[] | undefined {
  if (!Array.isArray(workspaces)) return undefined;
  return workspaces.map(fieldsOf).map((each) => ({ workspace: textIn(each, 'name') ?? '', role: textIn(each, 'role') ?? '' }));
}
