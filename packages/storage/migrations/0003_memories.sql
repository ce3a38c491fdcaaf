-- Memories. The hot paths are functions, so that a call is one round trip and one transaction: tenant, rows, total, audit.

create table cairn.memories (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  owner_id uuid not null,
  agent_id text,
  agent_name text,
  -- sealed
  content bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (project_id, id)
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- sealed bytes do not shrink: no time is lost on trying
alter table cairn.memories alter column content set storage external;
create index memories_newest on cairn.memories (project_id, user_id, created_at desc, id desc);

-- How many memories a user has, spread over slots so that concurrent writers do not wait for one another's commit.
create table cairn.memory_totals (
  project_id uuid not null,
  user_id uuid not null,
  slot smallint not null,
  n bigint not null,
  primary key (project_id, user_id, slot)
) with (fillfactor = 50);

do $$
declare t text;
begin
  foreach t in array array['memories', 'memory_totals'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update, delete on cairn.memories, cairn.memory_totals to cairn_app;

create function cairn.count_memory(p_project uuid, p_user uuid, p_change int) returns void language sql as $$
  insert into cairn.memory_totals as t (project_id, user_id, slot, n)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, p_change)
    on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n
$$;

-- One or more memories of one credential. Its plans do not depend on how many: without the setting they would be made anew for
-- each length of the arrays.
create function cairn.save_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text,
  p_requests text[], p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[]
) returns timestamptz language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_at timestamptz(3) := clock_timestamp();
begin
  perform set_config('cairn.project_id', p_project::text, true);
  insert into cairn.memories (project_id, id, user_id, owner_id, agent_id, agent_name, content, created_at, updated_at)
    select p_project, s.id, p_user, p_owner, s.agent_id, s.agent_name, s.content, v_at, v_at
    from unnest(p_ids, p_agent_ids, p_agent_names, p_contents) as s (id, agent_id, agent_name, content);
  insert into cairn.memory_totals as t (project_id, user_id, slot, n)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, cardinality(p_ids))
    on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n;
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    select p_project, s.audit, p_user, p_credential, p_kind, s.request, 'memory.save', s.id::text, 'done'
    from unnest(p_audits, p_requests, p_ids) as s (audit, request, id);
  return v_at;
end $$;

-- A page, newest first, total and rows of one snapshot (stable). The first row always comes and carries the total; without rows its id is null. Ids come from the index
-- first, so that a deep offset touches no more rows than it shows. A sort would read all of a user's rows for one page, and the
-- planner believes it cheap on a table that grew since its last ANALYZE: hence the settings. It would also plan each call anew,
-- for the sake of a limit that it knows, which takes longer than the page.
create function cairn.memory_page(p_project uuid, p_user uuid, p_limit int, p_offset bigint)
  returns table (total bigint, id uuid, agent_id text, agent_name text, content bytea, created_at timestamptz, updated_at timestamptz)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_sort = off set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
#variable_conflict use_column
declare
  v_total bigint;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select coalesce(sum(n), 0) into v_total from cairn.memory_totals where project_id = p_project and user_id = p_user;
  if p_offset = 0 then
    return query
      select v_total, m.id, m.agent_id, m.agent_name, m.content, m.created_at, m.updated_at
      from cairn.memories m where m.project_id = p_project and m.user_id = p_user
      order by m.created_at desc, m.id desc limit p_limit;
  else
    return query
      select v_total, m.id, m.agent_id, m.agent_name, m.content, m.created_at, m.updated_at
      from (select k.id, k.created_at from cairn.memories k where k.project_id = p_project and k.user_id = p_user
            order by k.created_at desc, k.id desc limit p_limit offset p_offset) page
      join cairn.memories m on m.project_id = p_project and m.id = page.id
      order by page.created_at desc, page.id desc;
  end if;
  if not found then
    return query select v_total, null::uuid, null::text, null::text, null::bytea, null::timestamptz, null::timestamptz;
  end if;
end $$;

-- A session stands for its person and may change every memory of that person; any other credential only its own.
create function cairn.update_memory(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid,
  p_id uuid, p_content bytea
) returns table (outcome text, at timestamptz) language plpgsql as $$
declare
  v_at timestamptz(3) := clock_timestamp();
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
    update cairn.memories set content = p_content, updated_at = v_at where project_id = p_project and id = p_id;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.update', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

create function cairn.delete_memory(
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
    delete from cairn.memories where project_id = p_project and id = p_id;
    perform cairn.count_memory(p_project, v_user, -1);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.delete', p_id::text, v_outcome);
  return query select v_outcome, clock_timestamp();
end $$;
