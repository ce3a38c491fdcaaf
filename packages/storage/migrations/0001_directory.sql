-- Who there is: people, workspaces, projects, sessions. Read before a project is known, so these tables carry no
-- row-level security; every query on them names the person or the secret's hash.

create function cairn.current_project() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('cairn.project_id', true), '')::uuid $$;

create table cairn.users (
  id uuid primary key,
  email text not null,
  name text,
  password_verifier text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email on cairn.users (lower(email));

create table cairn.workspaces (
  id uuid primary key,
  name text not null,
  plan text not null default 'free' check (plan in ('free', 'premium')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table cairn.workspace_members (
  workspace_id uuid not null references cairn.workspaces (id) on delete cascade,
  user_id uuid not null references cairn.users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'approver', 'member', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_user on cairn.workspace_members (user_id);

create table cairn.projects (
  id uuid primary key,
  workspace_id uuid not null references cairn.workspaces (id) on delete cascade,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index projects_workspace on cairn.projects (workspace_id);

create table cairn.sessions (
  id uuid primary key,
  user_id uuid not null references cairn.users (id) on delete cascade,
  secret_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on cairn.sessions (user_id);
create index sessions_expiry on cairn.sessions (expires_at);

-- Answers kept for an Idempotency-Key on calls that belong to a person and to no project.
create table cairn.user_answers (
  user_id uuid not null references cairn.users (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);

-- This installation: a name that keeps it apart from others on shared servers, and a known text under the master key, which tells
-- a wrong key at the start instead of at the first sealed row.
create table cairn.installation (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  sealed bytea not null
);

grant usage on schema cairn to cairn_app, cairn_maintenance;
grant select, insert, update, delete
  on cairn.users, cairn.workspaces, cairn.workspace_members, cairn.projects, cairn.sessions, cairn.user_answers to cairn_app;
grant select, insert on cairn.installation to cairn_app;
grant select, delete on cairn.sessions, cairn.user_answers to cairn_maintenance;
