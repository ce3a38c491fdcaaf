-- Changes of many memories of one credential in one transaction, each as by itself: `n` is the place in the list that an outcome belongs
-- to. All rows are locked first, in one order, because what a change touches next is shared with other changes.
create function cairn.lock_memories(p_project uuid, p_ids uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
declare
  v_id uuid;
begin
  for v_id in select distinct u.id from unnest(p_ids) as u (id) order by 1 loop
    perform from cairn.memories m where m.project_id = p_project and m.id = v_id for update;
  end loop;
end $$;

create function cairn.update_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_requests text[], p_audits uuid[],
  p_ids uuid[], p_contents bytea[], p_metadata bytea[], p_clears boolean[], p_labels text[]
) returns table (n bigint, outcome text, at timestamptz) language plpgsql as $$
declare
  v_n int;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  perform set_config('cairn.unchained', concat(current_setting('cairn.unchained', true), array_to_string(p_audits, ' '), ' '), true);
  if cardinality(p_ids) > 1 then
    perform cairn.lock_memories(p_project, p_ids);
  end if;
  for v_n in 1 .. cardinality(p_ids) loop
    return query select v_n::bigint, w.outcome, w.at
      from cairn.update_memory(p_project, p_user, p_owner, p_credential, p_kind, p_requests[v_n], p_audits[v_n],
        p_ids[v_n], p_contents[v_n], p_metadata[v_n], p_clears[v_n], p_labels[v_n]::bigint[]) as w;
  end loop;
end $$;

create function cairn.delete_memories(
  p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_requests text[], p_audits uuid[], p_ids uuid[]
) returns table (n bigint, outcome text, at timestamptz) language plpgsql as $$
declare
  v_n int;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  perform set_config('cairn.unchained', concat(current_setting('cairn.unchained', true), array_to_string(p_audits, ' '), ' '), true);
  if cardinality(p_ids) > 1 then
    perform cairn.lock_memories(p_project, p_ids);
  end if;
  for v_n in 1 .. cardinality(p_ids) loop
    return query select v_n::bigint, w.outcome, w.at
      from cairn.delete_memory(p_project, p_user, p_owner, p_credential, p_kind, p_requests[v_n], p_audits[v_n], p_ids[v_n]) as w;
  end loop;
end $$;
