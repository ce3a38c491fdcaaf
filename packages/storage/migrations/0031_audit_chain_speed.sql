-- Adding to a chain costs less, and the same however long it is. The plans of these functions are made while the tables are small and are
-- kept: they go by keys because nothing else is allowed to them. Before, a new installation read a project's whole chain at each write
-- until its tables were first analyzed.

-- Adds one entry to the end of a chain: one write of its head, under the head's lock, and one of the chain.
create function cairn.append_entry(p_chain uuid, p_kind text, p_id uuid, p_text text) returns void language plpgsql as $$
declare
  v_seq bigint;
  v_hash bytea;
begin
  update cairn.audit_heads h set seq = h.seq + 1, moved_at = clock_timestamp(), hash = sha256(convert_to(
      '["cairn.audit.entry.v1", ' || h.seq + 1 || ', "' || encode(h.hash, 'hex') || '", ' || substr(p_text, 2), 'UTF8'))
    where h.project_id = p_chain returning h.seq, h.hash into v_seq, v_hash;
  if not found then
    perform cairn.append_to_chain(p_chain, p_kind, array[p_id], array[p_text]);
    return;
  end if;
  insert into cairn.audit_chain (project_id, seq, entry_id, hash) values (p_chain, v_seq, p_id, v_hash);
end $$;
revoke all on function cairn.append_entry(uuid, text, uuid, text) from public;

-- The list of what a transaction has still to chain is made by the functions that write many entries, not by a trigger at each statement.
-- It only saves time. An entry that is alone in it needs no look at the chain first: were it there already, the chain's key would
-- refuse it.
drop trigger audit_entries_noted on cairn.audit_entries;
drop trigger directory_events_noted on cairn.directory_events;
drop function cairn.note_unchained();

create function cairn.append_entries(p_chain uuid, p_id uuid) returns void language plpgsql
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_ids uuid[];
  v_texts text[];
begin
  select array_agg(e.id order by u.n), array_agg(cairn.entry_text(e) order by u.n) into v_ids, v_texts
    from unnest(cairn.take_unchained(p_id)) with ordinality u (id, n)
    cross join lateral (select x.* from cairn.audit_entries x where x.project_id = p_chain and x.id = u.id offset 0) e
    left join lateral (select true as found from cairn.audit_chain c where c.project_id = p_chain and c.entry_id = u.id offset 0) c on true
    where c.found is null;
  perform cairn.append_to_chain(p_chain, 'project', v_ids, v_texts);
end $$;
revoke all on function cairn.append_entries(uuid, uuid) from public;

create or replace function cairn.chain_entry() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
  as $$
declare
  v_list text := current_setting('cairn.unchained', true);
begin
  if v_list = new.id || ' ' then
    v_list := set_config('cairn.unchained', '', true);
    perform cairn.append_entry(new.project_id, 'project', new.id, cairn.entry_text(new));
    return null;
  end if;
  if exists (select from cairn.audit_chain c where c.project_id = new.project_id and c.entry_id = new.id) then return null; end if;
  if v_list <> '' then
    perform cairn.append_entries(new.project_id, new.id);
  else
    perform cairn.append_entry(new.project_id, 'project', new.id, cairn.entry_text(new));
  end if;
  return null;
end $$;

create function cairn.append_events(p_chain uuid, p_id uuid) returns void language plpgsql
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
  set enable_bitmapscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_ids uuid[];
  v_texts text[];
begin
  select array_agg(e.id order by u.n), array_agg(cairn.event_text(e) order by u.n) into v_ids, v_texts
    from unnest(cairn.take_unchained(p_id)) with ordinality u (id, n)
    cross join lateral (select x.* from cairn.directory_events x where x.id = u.id and x.chain_id = p_chain offset 0) e
    left join lateral (select true as found from cairn.audit_chain c where c.project_id = p_chain and c.entry_id = u.id offset 0) c on true
    where c.found is null;
  perform cairn.append_to_chain(p_chain, 'directory', v_ids, v_texts);
end $$;
revoke all on function cairn.append_events(uuid, uuid) from public;

create or replace function cairn.chain_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
  as $$
declare
  v_list text := current_setting('cairn.unchained', true);
begin
  if v_list = new.id || ' ' then
    v_list := set_config('cairn.unchained', '', true);
    perform cairn.append_entry(new.chain_id, 'directory', new.id, cairn.event_text(new));
    return null;
  end if;
  if exists (select from cairn.audit_chain c where c.project_id = new.chain_id and c.entry_id = new.id) then return null; end if;
  if v_list <> '' then
    perform cairn.append_events(new.chain_id, new.id);
  else
    perform cairn.append_entry(new.chain_id, 'directory', new.id, cairn.event_text(new));
  end if;
  return null;
end $$;

-- As in 0016, and notes its entries for the chain.
create or replace function cairn.save_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text,
  p_requests text[], p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[],
  p_scopes text[], p_session_ids text[], p_occurred timestamptz[], p_metadata bytea[], p_labels text[], p_has_labels boolean
) returns timestamptz language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
declare
  v_at timestamptz(3) := clock_timestamp();
  v_set text := set_config('cairn.project_id', p_project::text, true);
begin
  v_set := set_config('cairn.unchained', concat(current_setting('cairn.unchained', true), array_to_string(p_audits, ' '), ' '), true);
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
  -- What split_origin would do, for all at once.
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, trace_id, action, target, outcome)
    select p_project, s.audit, p_user, p_credential, p_kind, case when s.is_traced then left(s.request, -33) else s.request end,
      case when s.is_traced then right(s.request, 32) end, 'memory.save', s.id::text, 'done'
    from (select u.*, u.request ~ ' [0-9a-f]{32}$' as is_traced from unnest(p_audits, p_requests, p_ids) as u (audit, request, id)) s;
  return v_at;
end $$;
