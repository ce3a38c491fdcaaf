-- As in 0017, with when a memory was last changed: it counts where it is said when the memory was first saved too, and is never before that.
drop function cairn.import_memories(uuid, uuid, uuid, uuid, text, text, uuid[], uuid[], bytea[], text[], text[], text[], text[], timestamptz[],
  bytea[], text[], timestamptz[]);
create function cairn.import_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text,
  p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[],
  p_scopes text[], p_session_ids text[], p_occurred timestamptz[], p_metadata bytea[], p_labels text[], p_created timestamptz[],
  p_updated timestamptz[]
) returns table (id uuid, outcome text) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
#variable_conflict use_column
declare
  v_at timestamptz(3) := clock_timestamp();
  v_come uuid[];
begin
  perform set_config('cairn.project_id', p_project::text, true);
  -- By id: two imports of the same memories wait for each other and never in a circle.
  with come as (
    insert into cairn.memories (project_id, id, user_id, owner_id, agent_id, agent_name, content, created_at, updated_at,
        scope, session_id, occurred_at, metadata, changed_by, changed_kind, labels)
      select p_project, s.id, p_user, p_owner, s.agent_id, s.agent_name, s.content, coalesce(s.created_at, v_at),
        case when s.created_at is null or s.updated_at is null then v_at else greatest(s.updated_at, s.created_at) end,
        s.scope, s.session_id, coalesce(s.occurred_at, s.created_at, v_at), s.metadata, p_credential, p_kind, s.labels::bigint[]
      from unnest(p_ids, p_agent_ids, p_agent_names, p_contents, p_scopes, p_session_ids, p_occurred, p_metadata, p_labels, p_created, p_updated)
        as s (id, agent_id, agent_name, content, scope, session_id, occurred_at, metadata, labels, created_at, updated_at)
      order by s.id
      on conflict do nothing
      returning id)
  select coalesce(array_agg(c.id), '{}') into v_come from come c;
  insert into cairn.memory_labels (project_id, user_id, label, created_at, memory_id)
    select p_project, p_user, l.label, coalesce(s.created_at, v_at), s.id
    from unnest(p_ids, p_labels, p_created) as s (id, labels, created_at) cross join lateral unnest(s.labels::bigint[]) as l (label)
    where s.id = any (v_come);
  if cardinality(v_come) > 0 then
    insert into cairn.memory_totals as t (project_id, user_id, slot, n)
      values (p_project, p_user, (pg_backend_pid() % 64)::smallint, cardinality(v_come))
      on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n;
  end if;
  perform set_config('cairn.unchained', concat(current_setting('cairn.unchained', true),
      (select string_agg(s.audit || ' ', '') from unnest(p_audits, p_ids) as s (audit, id) where s.id = any (v_come))), true);
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    select p_project, s.audit, p_user, p_credential, p_kind, p_request, 'memory.import', s.id::text, 'done'
    from unnest(p_audits, p_ids) as s (audit, id) where s.id = any (v_come);
  return query
    select s.id, case when s.id = any (v_come) then 'accepted'
        when (select m.user_id from cairn.memories m where m.project_id = p_project and m.id = s.id) is distinct from p_user then 'taken'
        else 'duplicate' end
    from unnest(p_ids) as s (id);
end $$;
