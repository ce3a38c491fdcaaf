-- What every project has: its sealed data key, its API keys, its audit, its outbox, its kept answers.
-- A tenant table's key starts with project_id; row-level security is forced, so that not even the owner reads across.

create table cairn.project_keys (
  project_id uuid primary key references cairn.projects (id) on delete cascade,
  -- the data key under the master key
  wrapped bytea not null,
  created_at timestamptz(3) not null default now()
);

create table cairn.api_keys (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references cairn.users (id) on delete cascade,
  name text not null,
  secret_hash bytea not null,
  prefix text not null,
  last4 text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (project_id, id)
);
create unique index api_keys_secret on cairn.api_keys (secret_hash);

create table cairn.audit_entries (
  project_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  action text not null,
  target text,
  outcome text not null,
  request_id text not null,
  primary key (project_id, id)
);
create function cairn.refuse_change() returns trigger language plpgsql
  as $$ begin raise exception 'the audit is append-only' using errcode = '42501'; end $$;
create trigger audit_entries_append_only before update or delete or truncate on cairn.audit_entries
  for each statement execute function cairn.refuse_change();

create table cairn.outbox (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  job text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- a relay that takes an entry has until then to hand it over
  taken_until timestamptz,
  primary key (project_id, id)
);
create index outbox_age on cairn.outbox (created_at);
create function cairn.announce_outbox() returns trigger language plpgsql
  as $$ begin perform pg_notify('cairn_outbox', ''); return null; end $$;
create trigger outbox_announced after insert on cairn.outbox
  for each statement execute function cairn.announce_outbox();

create table cairn.kept_answers (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  credential_id uuid not null,
  key text not null,
  fingerprint text not null,
  -- sealed; null only while the work's own transaction runs
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (project_id, credential_id, key)
);
create index kept_answers_age on cairn.kept_answers (created_at);

do $$
declare t text;
begin
  foreach t in array array['project_keys', 'api_keys', 'audit_entries', 'outbox', 'kept_answers'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;

-- Whoever presents a key's secret may see that key's row before the project is known.
create policy presented on cairn.api_keys for select to cairn_app
  using (secret_hash = decode(nullif(current_setting('cairn.presented_hash', true), ''), 'hex'));
-- The relay carries every project's outbox and clears what has lapsed; it reads nothing else.
create policy relay on cairn.outbox to cairn_maintenance using (true) with check (true);
create policy lapse on cairn.kept_answers to cairn_maintenance using (true);

grant select, insert, delete on cairn.project_keys to cairn_app;
grant select, insert, update, delete on cairn.api_keys, cairn.kept_answers to cairn_app;
grant select, insert on cairn.audit_entries to cairn_app;
grant insert, delete, select on cairn.outbox to cairn_app;
grant select, insert, delete, update on cairn.outbox to cairn_maintenance;
grant select (project_id, created_at), delete on cairn.kept_answers to cairn_maintenance;

-- One round trip from a presented secret to who it is. Notes the use at most once a minute.
create function cairn.resolve_api_key(p_hash bytea)
  returns table (id uuid, user_id uuid, project_id uuid, workspace_id uuid, plan text, role text)
  language plpgsql as $$
#variable_conflict use_column
declare
  k record;
begin
  perform set_config('cairn.presented_hash', encode(p_hash, 'hex'), true);
  select a.id, a.user_id, a.project_id, p.workspace_id, w.plan, m.role, a.last_used_at into k
    from cairn.api_keys a
    join cairn.projects p on p.id = a.project_id
    join cairn.workspaces w on w.id = p.workspace_id
    join cairn.workspace_members m on m.workspace_id = w.id and m.user_id = a.user_id
    where a.secret_hash = p_hash and a.revoked_at is null;
  if not found then return; end if;
  if k.last_used_at is null or k.last_used_at < now() - interval '1 minute' then
    perform set_config('cairn.project_id', k.project_id::text, true);
    update cairn.api_keys a set last_used_at = now() where a.project_id = k.project_id and a.id = k.id;
  end if;
  return query select k.id, k.user_id, k.project_id, k.workspace_id, k.plan, k.role;
end $$;

-- The audit row of a write, in the writing transaction.
create function cairn.record_audit(
  p_project uuid, p_audit uuid, p_user uuid, p_credential uuid, p_kind text, p_request text, p_action text, p_target text, p_outcome text
) returns void language sql as $$
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    values (p_project, p_audit, p_user, p_credential, p_kind, p_request, p_action, p_target, p_outcome)
$$;
