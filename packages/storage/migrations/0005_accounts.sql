-- Sign-up, sessions that can be told apart, roles that change, invitations, and the audit of what belongs to no project.

alter table cairn.sessions add column user_agent text;

-- `updated_at`: when the role last changed.
alter table cairn.workspace_members add column updated_at timestamptz(3) not null default now();

-- The secret is in the link alone. A row that was accepted, revoked or has ended lets nobody in.
create table cairn.invitations (
  id uuid primary key,
  workspace_id uuid not null references cairn.workspaces (id) on delete cascade,
  secret_hash bytea not null unique,
  role text not null check (role in ('admin', 'approver', 'member', 'viewer')),
  -- lower case; null when whoever holds the link may use it
  email text,
  invited_by uuid not null references cairn.users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by uuid references cairn.users (id) on delete set null,
  revoked_at timestamptz(3)
);
create index invitations_workspace on cairn.invitations (workspace_id, created_at);
create index invitations_inviter on cairn.invitations (invited_by);
create index invitations_expiry on cairn.invitations (expires_at);

-- The audit of accounts and workspaces. `workspace_id` is null for what a person does to their own account, `user_id` for what the
-- operator does. No foreign keys: it outlives what it is about.
create table cairn.directory_events (
  id uuid primary key,
  at timestamptz(3) not null default clock_timestamp(),
  workspace_id uuid,
  user_id uuid,
  credential_kind text not null check (credential_kind in ('session', 'password', 'operator')),
  credential_id uuid,
  action text not null,
  target text,
  outcome text not null,
  -- what a role or plan was and became; never content
  detail jsonb,
  request_id text not null
);
create index directory_events_workspace on cairn.directory_events (workspace_id, at);
create index directory_events_user on cairn.directory_events (user_id, at);
create trigger directory_events_append_only before update or delete or truncate on cairn.directory_events
  for each statement execute function cairn.refuse_change();

-- Ends what a person can present in the projects of a workspace that they leave: coming back must not bring it back to life.
create function cairn.end_credentials(p_workspace uuid, p_user uuid) returns void
  language plpgsql as $$
declare
  p uuid;
begin
  for p in select id from cairn.projects where workspace_id = p_workspace loop
    perform set_config('cairn.project_id', p::text, true);
    update cairn.api_keys set revoked_at = clock_timestamp(), updated_at = clock_timestamp()
      where project_id = p and user_id = p_user and revoked_at is null;
  end loop;
end $$;

grant select, insert, update, delete on cairn.invitations to cairn_app;
grant select, insert on cairn.directory_events to cairn_app;
grant select (expires_at), delete on cairn.invitations to cairn_maintenance;
