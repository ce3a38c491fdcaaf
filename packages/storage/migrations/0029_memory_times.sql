-- Searches of memories of a time: as in 0016, with the time in which a memory was saved, from the first moment on and before the second
-- one; null: any. `memories_newest`, and the indexes of agents, sessions and labels, bear it.
drop function cairn.lookup_memories(uuid, uuid, bigint[], text, text, text, text, int, bigint[]);
create function cairn.lookup_memories(
  p_project uuid, p_user uuid, p_terms bigint[], p_scope text, p_agent text, p_session text, p_reader text, p_unindexed int, p_labels bigint[],
  p_from timestamptz, p_to timestamptz
) returns table (part text, term text, memories bigint, terms bigint, changes bigint, vectors bigint, cleared bigint,
    entries bytea, id uuid, updated_at timestamptz)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
#variable_conflict use_column
declare
  v_timed boolean := p_from is not null or p_to is not null;
  v_filtered boolean := p_scope is not null or p_agent is not null or p_session is not null or p_reader is not null or p_labels is not null or v_timed;
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
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
        and l.created_at >= v_from and l.created_at < v_to
        and m.labels @> p_labels and m.index_position is not null
        and (p_scope is null or m.scope = p_scope) and (p_agent is null or m.agent_id = p_agent) and (p_session is null or m.session_id = p_session)
        and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif p_agent is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.agent_id = p_agent and m.index_position is not null
        and m.created_at >= v_from and m.created_at < v_to
        and (p_session is null or m.session_id = p_session) and (p_scope is null or m.scope = p_scope)
        and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif p_session is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.session_id = p_session and m.index_position is not null
        and m.created_at >= v_from and m.created_at < v_to
        and (p_scope is null or m.scope = p_scope) and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
  elsif v_timed then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.created_at >= v_from and m.created_at < v_to
        and m.index_position is not null and (p_scope is null or m.scope = p_scope)
        and (p_reader is null or m.agent_id = p_reader or m.agent_id is null or m.scope = 'system');
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
             and m.created_at >= v_from and m.created_at < v_to
           order by m.created_at desc, m.id desc limit p_unindexed)
          union all
          (select m.id, m.updated_at, m.created_at, m.scope, m.agent_id, m.session_id, m.labels
           from (select x.memory_id from cairn.memory_reindex x where x.project_id = p_project and x.user_id = p_user
                 order by x.memory_id desc limit p_unindexed) x
           cross join lateral (select y.* from cairn.memories y where y.project_id = p_project and y.id = x.memory_id limit 1) m)) u
    where not v_filtered or ((p_scope is null or u.scope = p_scope) and (p_agent is null or u.agent_id = p_agent)
      and (p_session is null or u.session_id = p_session) and (p_reader is null or u.agent_id = p_reader or u.agent_id is null or u.scope = 'system')
      and (p_labels is null or u.labels @> p_labels) and u.created_at >= v_from and u.created_at < v_to)
    order by u.created_at desc, u.id desc limit p_unindexed;
end $$;
