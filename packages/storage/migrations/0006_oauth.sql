-- The OAuth server: clients, what people connected, the tokens of that, what a flow keeps for a while, and the server's own keys.
-- Read before a project is known, so these tables carry no row-level security; every query names the client, the person, or the
-- hash of a secret. Nothing that opens anything is here in clear: codes and tokens are hashes, client secrets and keys are sealed.

create table cairn.oauth_clients (
  id text primary key,
  metadata jsonb not null,
  -- of a confidential client; sealed
  secret bytea,
  -- a note of a client that describes itself at its own address; its registration is what stands there
  self_described boolean not null default false,
  created_at timestamptz(3) not null default now(),
  -- when its first token was given out; a registration that never gets there lapses
  granted_at timestamptz(3)
);
create index oauth_clients_unused on cairn.oauth_clients (created_at) where granted_at is null;

-- One approval: a client of a person in a project.
create table cairn.oauth_connections (
  id uuid primary key,
  grant_hash bytea not null unique,
  user_id uuid not null references cairn.users (id) on delete cascade,
  client_id text not null references cairn.oauth_clients (id) on delete cascade,
  project_id uuid not null references cairn.projects (id) on delete cascade,
  -- of the memories made through it: the same for each connection of that client and person
  owner_id uuid not null,
  client_name text not null,
  redirect_uri text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index oauth_connections_user on cairn.oauth_connections (user_id);
create index oauth_connections_client on cairn.oauth_connections (client_id);
create index oauth_connections_project on cairn.oauth_connections (project_id);

create table cairn.oauth_tokens (
  id_hash bytea primary key,
  connection_id uuid not null references cairn.oauth_connections (id) on delete cascade,
  audience text not null,
  scope text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index oauth_tokens_connection on cairn.oauth_tokens (connection_id);

-- Grants, authorization codes, interactions.
create table cairn.oauth_records (
  model text not null,
  id_hash bytea not null,
  grant_hash bytea,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz(3),
  primary key (model, id_hash)
);
create index oauth_records_grant on cairn.oauth_records (grant_hash) where grant_hash is not null;
create index oauth_records_expiry on cairn.oauth_records (expires_at);

-- What a person decided, until that person's browser comes by with the ticket. One for each person and interaction.
create table cairn.oauth_tickets (
  id_hash bytea primary key,
  interaction_hash bytea not null,
  user_id uuid not null references cairn.users (id) on delete cascade,
  -- null: denied
  project_id uuid references cairn.projects (id) on delete cascade,
  expires_at timestamptz(3) not null,
  unique (interaction_hash, user_id)
);
create index oauth_tickets_expiry on cairn.oauth_tickets (expires_at);

-- The keys that sign cookies and would sign assertions; sealed under the master key.
create table cairn.oauth_keys (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null default now()
);

grant select, insert, update, delete
  on cairn.oauth_clients, cairn.oauth_connections, cairn.oauth_tokens, cairn.oauth_records, cairn.oauth_tickets to cairn_app;
grant select, insert, delete on cairn.oauth_keys to cairn_app;
grant select, delete
  on cairn.oauth_clients, cairn.oauth_connections, cairn.oauth_tokens, cairn.oauth_records, cairn.oauth_tickets to cairn_maintenance;

-- Whoever leaves a workspace leaves their connections in it: coming back must not bring them back to life.
create function cairn.end_connections() returns trigger language plpgsql as $$
begin
  update cairn.oauth_connections c set revoked_at = clock_timestamp()
    where c.user_id = old.user_id and c.revoked_at is null
      and c.project_id in (select p.id from cairn.projects p where p.workspace_id = old.workspace_id);
  delete from cairn.oauth_tokens t using cairn.oauth_connections c
    where t.connection_id = c.id and c.user_id = old.user_id and c.revoked_at is not null;
  return null;
end $$;
create trigger workspace_members_connections after delete on cairn.workspace_members
  for each row execute function cairn.end_connections();

-- One round trip from a presented access token to who it is. Notes the use at most once a minute.
create function cairn.resolve_oauth_token(p_hash bytea, p_audience text)
  returns table (id uuid, user_id uuid, project_id uuid, workspace_id uuid, plan text, role text, owner_id uuid)
  language plpgsql as $$
#variable_conflict use_column
declare
  k record;
begin
  select c.id, c.user_id, c.project_id, p.workspace_id, w.plan, m.role, c.owner_id, c.last_used_at into k
    from cairn.oauth_tokens t
    join cairn.oauth_connections c on c.id = t.connection_id
    join cairn.projects p on p.id = c.project_id
    join cairn.workspaces w on w.id = p.workspace_id
    join cairn.workspace_members m on m.workspace_id = w.id and m.user_id = c.user_id
    where t.id_hash = p_hash and t.audience = p_audience and 'mcp' = any (string_to_array(t.scope, ' ')) and c.revoked_at is null;
  if not found then return; end if;
  if k.last_used_at is null or k.last_used_at < now() - interval '1 minute' then
    update cairn.oauth_connections c set last_used_at = now()
      where c.id = k.id and (c.last_used_at is null or c.last_used_at < now() - interval '1 minute');
  end if;
  return query select k.id, k.user_id, k.project_id, k.workspace_id, k.plan, k.role, k.owner_id;
end $$;
