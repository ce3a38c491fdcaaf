-- Memories by their metadata. A label is the keyed hash of one key and one value of it, as the words of the index are: equal ones are
-- seen to be equal, nothing more. A memory's labels stand in its row, so that a change knows which to take away, and in `memory_labels`,
-- where they are looked up; both change in the transaction that changes the metadata.

alter table cairn.memories
  -- null: it has no metadata, or its labels are still to be made (`memory_unlabelled`)
  add column labels bigint[];
alter table cairn.memory_versions add column labels bigint[];

-- Newest first within a label, as lists are.
create table cairn.memory_labels (
  project_id uuid not null,
  user_id uuid not null,
  label bigint not null,
  created_at timestamptz(3) not null,
  memory_id uuid not null,
  primary key (project_id, user_id, label, created_at, memory_id)
);

-- Memories with metadata of the time before there were labels; the worker makes theirs.
create table cairn.memory_unlabelled (
  project_id uuid not null,
  user_id uuid not null,
  memory_id uuid not null,
  primary key (project_id, user_id, memory_id)
);

-- Who migrates owns the tables and is behind the wall like everybody else.
alter table cairn.memories no force row level security;
insert into cairn.memory_unlabelled (project_id, user_id, memory_id)
  select project_id, user_id, id from cairn.memories where metadata is not null;
alter table cairn.memories force row level security;

do $$
declare t text;
begin
  foreach t in array array['memory_labels', 'memory_unlabelled'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, delete on cairn.memory_labels, cairn.memory_unlabelled to cairn_app;
-- The sweep looks for users whose memories lack labels: ids, nothing of a memory.
create policy sweep on cairn.memory_unlabelled for select to cairn_maintenance using (true);
grant select (project_id, user_id) on cairn.memory_unlabelled to cairn_maintenance;

-- Gives a memory these labels in place of those that it has. The caller holds its lock.
create function cairn.label_memory(p_project uuid, p_id uuid, p_labels bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
declare
  v_memory record;
begin
  select m.user_id, m.created_at, m.labels into v_memory from cairn.memories m where m.project_id = p_project and m.id = p_id;
  if v_memory.labels is not distinct from p_labels then return; end if;
  delete from cairn.memory_labels l
    where l.project_id = p_project and l.user_id = v_memory.user_id and l.label = any (v_memory.labels)
      and l.created_at = v_memory.created_at and l.memory_id = p_id;
  insert into cairn.memory_labels (project_id, user_id, label, created_at, memory_id)
    select p_project, v_memory.user_id, l.label, v_memory.created_at, p_id from unnest(p_labels) as l (label);
  update cairn.memories set labels = p_labels where project_id = p_project and id = p_id;
end $$;

-- The label of the fewest memories, as far as that is worth the count.
create function cairn.rarest_label(p_project uuid, p_user uuid, p_labels bigint[]) returns bigint language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off
  as $$
declare
  v_label bigint;
  v_rarest bigint := p_labels[1];
  v_n bigint;
  v_least bigint;
begin
  if cardinality(p_labels) = 1 then return v_rarest; end if;
  foreach v_label in array p_labels loop
    select count(*) into v_n from (
      select from cairn.memory_labels l where l.project_id = p_project and l.user_id = p_user and l.label = v_label limit 10000) counted;
    if v_least is null or v_n < v_least then
      v_least := v_n;
      v_rarest := v_label;
    end if;
  end loop;
  return v_rarest;
end $$;

-- As in 0013, with labels; each item of `p_labels` is the text of an array, null for a memory without metadata.
drop function cairn.save_memories(uuid, uuid, uuid, uuid, text, text[], uuid[], uuid[], bytea[], text[], text[], text[], text[], timestamptz[], bytea[]);
create function cairn.save_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text,
  p_requests text[], p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[],
  p_scopes text[], p_session_ids text[], p_occurred timestamptz[], p_metadata bytea[], p_labels text[], p_has_labels boolean
) returns timestamptz language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_at timestamptz(3) := clock_timestamp();
begin
  perform set_config('cairn.project_id', p_project::text, true);
  insert into cairn.memories (project_id, id, user_id, owner_id, agent_id, agent_name, content, created_at, updated_at,
      scope, session_id, occurred_at, metadata, changed_by, changed_kind, labels)
    select p_project, s.id, p_user, p_owner, s.agent_id, s.agent_name, s.content, v_at, v_at,
      s.scope, s.session_id, coalesce(s.occurred_at, v_at), s.metadata, p_credential, p_kind, s.labels::bigint[]
    from unnest(p_ids, p_agent_ids, p_agent_names, p_contents, p_scopes, p_session_ids, p_occurred, p_metadata, p_labels)
      as s (id, agent_id, agent_name, content, scope, session_id, occurred_at, metadata, labels);
  if p_has_labels then
    insert into cairn.memory_labels (project_id, user_id, label, created_at, memory_id)
      select p_project, p_user, l.label, v_at, s.id
      from unnest(p_ids, p_labels) as s (id, labels) cross join lateral unnest(s.labels::bigint[]) as l (label);
  end if;
  insert into cairn.memory_totals as t (project_id, user_id, slot, n)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, cardinality(p_ids))
    on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n;
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    select p_project, s.audit, p_user, p_credential, p_kind, s.request, 'memory.save', s.id::text, 'done'
    from unnest(p_audits, p_requests, p_ids) as s (audit, request, id);
  return v_at;
end $$;

-- As in 0013, and keeps the labels.
create or replace function cairn.keep_memory_version(p_project uuid, p_id uuid) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off
  as $$
declare
  v_version int;
begin
  insert into cairn.memory_versions (project_id, memory_id, version, content, metadata, changed_by, changed_kind, restored_from, at, labels)
    select m.project_id, m.id, m.version, m.content, m.metadata, m.changed_by, m.changed_kind, m.restored_from, m.updated_at, m.labels
    from cairn.memories m where m.project_id = p_project and m.id = p_id
    returning version into v_version;
  if v_version > 1000 then
    delete from cairn.memory_versions where project_id = p_project and memory_id = p_id and version = v_version - 1000;
  end if;
end $$;

-- As in 0013, with the labels of the new metadata.
drop function cairn.update_memory(uuid, uuid, uuid, uuid, text, text, uuid, uuid, bytea, bytea, boolean);
create function cairn.update_memory(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid,
  p_id uuid, p_content bytea, p_metadata bytea, p_clears boolean, p_labels bigint[]
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
    if p_clears or p_metadata is not null then
      perform cairn.label_memory(p_project, p_id, p_labels);
    end if;
    if p_content is not null then
      perform cairn.clear_influence(p_project, v_user, p_id);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.update', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- As in 0013, with the labels of the version.
create or replace function cairn.restore_memory(
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
    select v.content, v.metadata, v.labels into v_former
      from cairn.memory_versions v where v.project_id = p_project and v.memory_id = p_id and v.version = p_version;
    if not found then
      v_outcome := 'no_version';
    else
      v_at := greatest(v_at, v_memory.updated_at + interval '1 millisecond');
      perform cairn.keep_memory_version(p_project, p_id);
      update cairn.memories set content = v_former.content, metadata = v_former.metadata, updated_at = v_at,
          version = version + 1, changed_by = p_credential, changed_kind = p_kind, restored_from = p_version
        where project_id = p_project and id = p_id;
      perform cairn.label_memory(p_project, p_id, v_former.labels);
      if v_former.metadata is not null and v_former.labels is null then
        insert into cairn.memory_unlabelled (project_id, user_id, memory_id) values (p_project, v_memory.user_id, p_id) on conflict do nothing;
      end if;
      perform cairn.clear_influence(p_project, v_memory.user_id, p_id);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.restore', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- As in 0013, and takes the labels along.
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
    perform cairn.label_memory(p_project, p_id, null);
    delete from cairn.memory_unlabelled where project_id = p_project and user_id = v_user and memory_id = p_id;
    delete from cairn.memory_versions where project_id = p_project and memory_id = p_id;
    delete from cairn.memories where project_id = p_project and id = p_id;
    perform cairn.count_memory(p_project, v_user, -1);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.delete', p_id::text, v_outcome);
  return query select v_outcome, clock_timestamp();
end $$;

-- As in 0015, with labels that a memory must have, all of them.
drop function cairn.lookup_memories(uuid, uuid, bigint[], text, text, text, text, int);
create function cairn.lookup_memories(
  p_project uuid, p_user uuid, p_terms bigint[], p_scope text, p_agent text, p_session text, p_reader text, p_unindexed int, p_labels bigint[]
) returns table (part text, term text, memories bigint, terms bigint, changes bigint, vectors bigint, cleared bigint,
    entries bytea, id uuid, updated_at timestamptz)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
#variable_conflict use_column
declare
  v_filtered boolean := p_scope is not null or p_agent is not null or p_session is not null or p_reader is not null or p_labels is not null;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select 'size', null::text, coalesce(sum(s.memories), 0)::bigint, coalesce(sum(s.terms), 0)::bigint,
      (select coalesce(sum(t.changes), 0)::bigint from cairn.memory_totals t where t.project_id = p_project and t.user_id = p_user),
      coalesce(sum(s.vectors), 0)::bigint, coalesce(sum(s.vectors_cleared), 0)::bigint, null::bytea, null::uuid, null::timestamptz
    from cairn.memory_index_stats s where s.project_id = p_project and s.user_id = p_user;
  if p_labels is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memory_labels l
      cross join lateral (select x.* from cairn.memories x where x.project_id = p_project and x.id = l.memory_id limit 1) m
      where l.project_id = p_project and l.user_id = p_user and l.label = cairn.rarest_label(p_project, p_user, p_labels)
        and m.labels @> p_labels and m.index_position is not null
        and (p_scope is null or m.scope = p_scope) and (p_agent is null or m.agent_id = p_agent) and (p_session is null or m.session_id = p_session)
        and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif p_agent is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.agent_id = p_agent and m.index_position is not null
        and (p_session is null or m.session_id = p_session) and (p_scope is null or m.scope = p_scope)
        and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif p_session is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.session_id = p_session and m.index_position is not null
        and (p_scope is null or m.scope = p_scope) and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif p_reader is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(r.index_position), ''::bytea), null::uuid, null::timestamptz
      from (select m.index_position from cairn.memories m
            where m.project_id = p_project and m.user_id = p_user and m.agent_id = p_reader and m.index_position is not null
              and (p_scope is null or m.scope = p_scope)
            union all
            select m.index_position from cairn.memories m
            where m.project_id = p_project and m.user_id = p_user and m.scope = 'system' and m.index_position is not null
              and m.agent_id <> p_reader and (p_scope is null or m.scope = p_scope)
            union all
            select m.index_position from cairn.memories m
            where m.project_id = p_project and m.user_id = p_user and m.agent_id is null and m.index_position is not null
              and (p_scope is null or m.scope = p_scope)) r;
  elsif p_scope is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.scope = p_scope and m.index_position is not null;
  end if;
  return query
    select 'term', r.term::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, r.packed, null::uuid, null::timestamptz
    from (select f.*, sum(f.n) over (order by f.n, f.term) - f.n as before
          from (select p.term, sum(octet_length(p.entries)) / 4 as n,
                  string_agg(int4send(p.block) || int4send(octet_length(p.entries)) || p.entries, ''::bytea) as packed
                from cairn.memory_postings p
                where p.project_id = p_project and p.user_id = p_user and p.term = any (p_terms)
                group by p.term) f) r
    where r.before < 250000;
  return query
    select 'unindexed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, null::bytea, u.id, u.updated_at
    from ((select m.id, m.updated_at, m.created_at, m.scope, m.agent_id, m.session_id, m.labels from cairn.memories m
           where m.project_id = p_project and m.user_id = p_user and m.index_position is null
           order by m.created_at desc, m.id desc limit p_unindexed)
          union all
          (select m.id, m.updated_at, m.created_at, m.scope, m.agent_id, m.session_id, m.labels
           from (select x.memory_id from cairn.memory_reindex x where x.project_id = p_project and x.user_id = p_user
                 order by x.memory_id desc limit p_unindexed) x
           cross join lateral (select y.* from cairn.memories y where y.project_id = p_project and y.id = x.memory_id limit 1) m)) u
    where not v_filtered or ((p_scope is null or u.scope = p_scope) and (p_agent is null or u.agent_id = p_agent)
      and (p_session is null or u.session_id = p_session) and (p_reader is null or u.agent_id = p_reader or u.agent_id is null or u.scope = 'system')
      and (p_labels is null or u.labels @> p_labels))
    order by u.created_at desc, u.id desc limit p_unindexed;
end $$;
