-- The former states of a memory. An update puts the state that it replaces here, sealed bytes and all: they are bound to the memory, not
-- to the row. The state that holds is in `memories`. A delete is for good and takes the history along.

alter table cairn.memories
  -- its states are numbered from 1; the number of the one that holds
  add column version int not null default 1,
  -- the credential that made this state; null: it was made before this was kept
  add column changed_by uuid,
  add column changed_kind text,
  -- the version that this one brought back
  add column restored_from int;

-- Without a foreign key, as the other tables of memories: a row is made under the lock of its memory, which a delete takes first.
create table cairn.memory_versions (
  project_id uuid not null,
  memory_id uuid not null,
  version int not null,
  -- sealed
  content bytea not null,
  metadata bytea,
  changed_by uuid,
  changed_kind text,
  restored_from int,
  -- from when on it held; ascends with the version
  at timestamptz(3) not null,
  primary key (project_id, memory_id, version)
);
alter table cairn.memory_versions alter column content set storage external, alter column metadata set storage external;

alter table cairn.memory_versions enable row level security, force row level security;
create policy tenant on cairn.memory_versions to cairn_app
  using (project_id = cairn.current_project()) with check (project_id = cairn.current_project());
grant select, insert, delete on cairn.memory_versions to cairn_app;

-- As in 0008, and says who made it.
create or replace function cairn.save_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text,
  p_requests text[], p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[],
  p_scopes text[], p_session_ids text[], p_occurred timestamptz[], p_metadata bytea[]
) returns timestamptz language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_at timestamptz(3) := clock_timestamp();
begin
  perform set_config('cairn.project_id', p_project::text, true);
  insert into cairn.memories (project_id, id, user_id, owner_id, agent_id, agent_name, content, created_at, updated_at,
      scope, session_id, occurred_at, metadata, changed_by, changed_kind)
    select p_project, s.id, p_user, p_owner, s.agent_id, s.agent_name, s.content, v_at, v_at,
      s.scope, s.session_id, coalesce(s.occurred_at, v_at), s.metadata, p_credential, p_kind
    from unnest(p_ids, p_agent_ids, p_agent_names, p_contents, p_scopes, p_session_ids, p_occurred, p_metadata)
      as s (id, agent_id, agent_name, content, scope, session_id, occurred_at, metadata);
  insert into cairn.memory_totals as t (project_id, user_id, slot, n)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, cardinality(p_ids))
    on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n;
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    select p_project, s.audit, p_user, p_credential, p_kind, s.request, 'memory.save', s.id::text, 'done'
    from unnest(p_audits, p_requests, p_ids) as s (audit, request, id);
  return v_at;
end $$;

-- Keeps the state of a memory that is about to be replaced; the caller holds its lock. Of a memory that is changed without end the
-- newest 1,000 former states are kept.
create function cairn.keep_memory_version(p_project uuid, p_id uuid) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off
  as $$
declare
  v_version int;
begin
  insert into cairn.memory_versions (project_id, memory_id, version, content, metadata, changed_by, changed_kind, restored_from, at)
    select m.project_id, m.id, m.version, m.content, m.metadata, m.changed_by, m.changed_kind, m.restored_from, m.updated_at
    from cairn.memories m where m.project_id = p_project and m.id = p_id
    returning version into v_version;
  if v_version > 1000 then
    delete from cairn.memory_versions where project_id = p_project and memory_id = p_id and version = v_version - 1000;
  end if;
end $$;

-- As in 0008, and keeps what was there.
create or replace function cairn.update_memory(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid,
  p_id uuid, p_content bytea, p_metadata bytea, p_clears boolean
) returns table (outcome text, at timestamptz) language plpgsql as $$
declare
  v_at timestamptz(3) := clock_timestamp();
  v_before timestamptz(3);
  v_owner uuid;
  v_user uuid;
  v_outcome text := 'done';
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select owner_id, user_id, updated_at into v_owner, v_user, v_before from cairn.memories where project_id = p_project and id = p_id for update;
  if not found then
    v_outcome := 'not_found';
  elsif not (v_owner = p_owner or (p_kind = 'session' and v_user = p_user)) then
    v_outcome := 'not_owned';
  else
    -- No two states of a memory bear one time: by it is told whether what was read of it still holds.
    v_at := greatest(v_at, v_before + interval '1 millisecond');
    perform cairn.keep_memory_version(p_project, p_id);
    update cairn.memories set content = coalesce(p_content, content), updated_at = v_at,
        metadata = case when p_clears then null else coalesce(p_metadata, metadata) end,
        version = version + 1, changed_by = p_credential, changed_kind = p_kind, restored_from = null
      where project_id = p_project and id = p_id;
    if p_content is not null then
      perform cairn.clear_influence(p_project, v_user, p_id);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.update', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- Makes a former state hold again, as a new version. The one that holds already is left alone.
create function cairn.restore_memory(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid, p_id uuid, p_version bigint
) returns table (outcome text, at timestamptz) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off
  as $$
declare
  v_at timestamptz(3) := clock_timestamp();
  v_memory record;
  v_former record;
  v_outcome text := 'done';
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select m.owner_id, m.user_id, m.updated_at, m.version into v_memory
    from cairn.memories m where m.project_id = p_project and m.id = p_id for update;
  if not found then
    v_outcome := 'not_found';
  elsif not (v_memory.owner_id = p_owner or (p_kind = 'session' and v_memory.user_id = p_user)) then
    v_outcome := 'not_owned';
  elsif v_memory.version = p_version then
    v_at := v_memory.updated_at;
  else
    select v.content, v.metadata into v_former
      from cairn.memory_versions v where v.project_id = p_project and v.memory_id = p_id and v.version = p_version;
    if not found then
      v_outcome := 'no_version';
    else
      v_at := greatest(v_at, v_memory.updated_at + interval '1 millisecond');
      perform cairn.keep_memory_version(p_project, p_id);
      update cairn.memories set content = v_former.content, metadata = v_former.metadata, updated_at = v_at,
          version = version + 1, changed_by = p_credential, changed_kind = p_kind, restored_from = p_version
        where project_id = p_project and id = p_id;
      perform cairn.clear_influence(p_project, v_memory.user_id, p_id);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.restore', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- As in 0008, and takes the history along.
create or replace function cairn.delete_memory(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid, p_id uuid
) returns table (outcome text, at timestamptz) language plpgsql as $$
declare
  v_owner uuid;
  v_user uuid;
  v_outcome text := 'done';
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select owner_id, user_id into v_owner, v_user from cairn.memories where project_id = p_project and id = p_id for update;
  if not found then
    v_outcome := 'not_found';
  elsif not (v_owner = p_owner or (p_kind = 'session' and v_user = p_user)) then
    v_outcome := 'not_owned';
  else
    perform cairn.clear_influence(p_project, v_user, p_id);
    delete from cairn.memory_reindex where project_id = p_project and user_id = v_user and memory_id = p_id;
    delete from cairn.memory_versions where project_id = p_project and memory_id = p_id;
    delete from cairn.memories where project_id = p_project and id = p_id;
    perform cairn.count_memory(p_project, v_user, -1);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.delete', p_id::text, v_outcome);
  return query select v_outcome, clock_timestamp();
end $$;

-- States of a memory before a point in time, newest first; the one that holds is one of them. Without rows the memory is not there
-- for the user, or has no earlier state.
create function cairn.memory_history(p_project uuid, p_user uuid, p_id uuid, p_before timestamptz, p_limit int)
  returns table (version int, content bytea, metadata bytea, changed_by uuid, changed_kind text, owner_id uuid, restored_from int,
    at timestamptz, holds boolean)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select h.version, h.content, h.metadata, h.changed_by, h.changed_kind, m.owner_id, h.restored_from, h.at::timestamptz, h.holds
    from (select x.* from cairn.memories x where x.project_id = p_project and x.id = p_id and x.user_id = p_user limit 1) m
    cross join lateral (
      select m.version, m.content, m.metadata, m.changed_by, m.changed_kind, m.restored_from, m.updated_at as at, true as holds
      union all
      select v.version, v.content, v.metadata, v.changed_by, v.changed_kind, v.restored_from, v.at, false
      from cairn.memory_versions v where v.project_id = p_project and v.memory_id = m.id) h
    where p_before is null or h.at < p_before
    order by h.version desc limit p_limit;
end $$;
