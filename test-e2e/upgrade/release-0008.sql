-- See README.md.
do $$
declare role text;
begin
  foreach role in array array['cairn_app', 'cairn_maintenance'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I nologin noinherit nosuperuser nobypassrls nocreatedb nocreaterole', role);
    end if;
  end loop;
end $$;
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA cairn;

CREATE FUNCTION cairn.announce_outbox() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin perform pg_notify('cairn_outbox', ''); return null; end $$;

CREATE FUNCTION cairn.clear_followers(p_project uuid, p_user uuid, p_ids uuid[]) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  v_position int;
begin
  for v_position in
    select distinct i.position
    from unnest(p_ids) as come (id)
    cross join lateral (
      select x.id, x.session_id, x.occurred_at from cairn.memories x where x.project_id = p_project and x.id = come.id limit 1) m
    cross join lateral (
      select x.id from cairn.memories x
      where x.project_id = p_project and x.user_id = p_user and x.session_id = m.session_id and (x.occurred_at, x.id) > (m.occurred_at, m.id)
      order by x.occurred_at, x.id limit 2) f
    cross join lateral (
      select i.position from cairn.memory_index i
      where i.project_id = p_project and i.user_id = p_user and i.memory_id = f.id and not i.sources @> array[m.id]
        and i.position = any (array(
          select g.position from cairn.memory_influences g where g.project_id = p_project and g.source_id = f.id))
      limit 1) i
  loop
    perform cairn.clear_position(p_project, p_user, v_position);
  end loop;
end $$;

CREATE FUNCTION cairn.clear_influence(p_project uuid, p_user uuid, p_source uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  v_position int;
begin
  insert into cairn.memory_totals as t (project_id, user_id, slot, n, changes)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, 0, 1)
    on conflict (project_id, user_id, slot) do update set changes = t.changes + 1;
  if not exists (select from cairn.memory_influences where project_id = p_project and source_id = p_source) then return; end if;
  perform from cairn.memory_index_stats where project_id = p_project and user_id = p_user for update;
  for v_position in select f.position from cairn.memory_influences f where f.project_id = p_project and f.source_id = p_source loop
    perform cairn.clear_position(p_project, p_user, v_position);
  end loop;
end $$;

CREATE FUNCTION cairn.clear_position(p_project uuid, p_user uuid, p_position integer) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  v record;
begin
  delete from cairn.memory_index where project_id = p_project and user_id = p_user and position = p_position
    returning memory_id, length, terms, sources into v;
  if not found then return; end if;
  delete from cairn.memory_postings
    where project_id = p_project and user_id = p_user and term = any (v.terms) and block = p_position >> 10 and octet_length(entries) = 4;
  update cairn.memory_postings set entries = cairn.without_slot(entries, p_position & 1023)
    where project_id = p_project and user_id = p_user and term = any (v.terms) and block = p_position >> 10;
  delete from cairn.memory_influences where project_id = p_project and source_id = any (v.sources) and position = p_position;
  update cairn.memory_index_stats set memories = memories - 1, terms = terms - v.length where project_id = p_project and user_id = p_user;
  perform cairn.clear_vectors(p_project, p_user, p_position, '');
  insert into cairn.memory_reindex (project_id, user_id, memory_id) values (p_project, p_user, v.memory_id) on conflict do nothing;
end $$;

CREATE FUNCTION cairn.clear_vectors(p_project uuid, p_user uuid, p_position integer, p_but text) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
declare
  v_slot bytea := set_byte('\x00'::bytea, 0, p_position & 63);
  v_version bigint;
begin
  update cairn.memory_index_stats set vectors = vectors + 1 where project_id = p_project and user_id = p_user returning vectors into v_version;
  delete from cairn.memory_vectors
    where project_id = p_project and user_id = p_user and pack = p_position >> 6 and model <> p_but and slots = v_slot;
  if found then
    update cairn.memory_index_stats set vectors_cleared = v_version where project_id = p_project and user_id = p_user;
  end if;
  update cairn.memory_vectors m set version = v_version,
      slots = overlay(m.slots placing ''::bytea from a.at + 1 for 1),
      codes = overlay(m.codes placing ''::bytea from a.at * a.code + 1 for a.code),
      vectors = overlay(m.vectors placing ''::bytea from a.at * a.vector + 1 for a.vector)
    from (select k.model, position(v_slot in k.slots) - 1 as at, octet_length(k.codes) / octet_length(k.slots) as code,
            octet_length(k.vectors) / octet_length(k.slots) as vector
          from cairn.memory_vectors k
          where k.project_id = p_project and k.user_id = p_user and k.pack = p_position >> 6 and k.model <> p_but
            and position(v_slot in k.slots) > 0) a
    where m.project_id = p_project and m.user_id = p_user and m.model = a.model and m.pack = p_position >> 6;
end $$;

CREATE FUNCTION cairn.count_memory(p_project uuid, p_user uuid, p_change integer) RETURNS void
    LANGUAGE sql
    AS $$
  insert into cairn.memory_totals as t (project_id, user_id, slot, n)
    values (p_project, p_user, (pg_backend_pid() % 64)::smallint, p_change)
    on conflict (project_id, user_id, slot) do update set n = t.n + excluded.n
$$;

CREATE FUNCTION cairn.current_project() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ select nullif(current_setting('cairn.project_id', true), '')::uuid $$;

CREATE FUNCTION cairn.delete_memory(p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid, p_id uuid) RETURNS TABLE(outcome text, at timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
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
    delete from cairn.memories where project_id = p_project and id = p_id;
    perform cairn.count_memory(p_project, v_user, -1);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.delete', p_id::text, v_outcome);
  return query select v_outcome, clock_timestamp();
end $$;

CREATE FUNCTION cairn.end_connections() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update cairn.oauth_connections c set revoked_at = clock_timestamp()
    where c.user_id = old.user_id and c.revoked_at is null
      and c.project_id in (select p.id from cairn.projects p where p.workspace_id = old.workspace_id);
  delete from cairn.oauth_tokens t using cairn.oauth_connections c
    where t.connection_id = c.id and c.user_id = old.user_id and c.revoked_at is not null;
  return null;
end $$;

CREATE FUNCTION cairn.end_credentials(p_workspace uuid, p_user uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  p uuid;
begin
  for p in select id from cairn.projects where workspace_id = p_workspace loop
    perform set_config('cairn.project_id', p::text, true);
    update cairn.api_keys set revoked_at = clock_timestamp(), updated_at = clock_timestamp()
      where project_id = p and user_id = p_user and revoked_at is null;
  end loop;
end $$;

CREATE FUNCTION cairn.locate_passages(p_project uuid, p_blocks integer[], p_slots integer[], p_model text) RETURNS TABLE(place integer, document_id uuid, version_id uuid, ordinal integer, vector bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select asked.place::int, m.document_id, m.version_id, m.first_ordinal + asked.slot - m.base,
      case when v.generation is not null
        then substr(v.vectors, 1 + (m.first_ordinal + asked.slot - m.base - v.first_ordinal) * v.dimensions, v.dimensions) end
    from unnest(p_blocks, p_slots) with ordinality as asked (block, slot, place)
    cross join lateral (
      select i.document_id, i.version_id, i.first_ordinal, i.base, i.passages from cairn.index_members i
      where i.project_id = p_project and i.block = asked.block and i.base <= asked.slot order by i.base desc limit 1) m
    left join lateral (
      -- Whether they are visible is asked above, so that the index of the visible ones, which does not lead here, cannot be taken.
      select w.vectors, w.first_ordinal, w.generation, octet_length(w.vectors) / w.passages as dimensions from cairn.passage_vectors w
      where w.project_id = p_project and w.version_id = m.version_id and w.model = p_model
        and w.first_ordinal <= m.first_ordinal + asked.slot - m.base
      order by w.first_ordinal desc limit 1) v on true
    where asked.slot < m.base + m.passages;
end $$;

CREATE FUNCTION cairn.lookup_memories(p_project uuid, p_user uuid, p_terms bigint[], p_scope text, p_agent text, p_session text, p_reader text, p_unindexed integer) RETURNS TABLE(part text, term text, memories bigint, terms bigint, changes bigint, vectors bigint, cleared bigint, entries bytea, id uuid, updated_at timestamp with time zone)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  v_filtered boolean := p_scope is not null or p_agent is not null or p_session is not null or p_reader is not null;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select 'size', null::text, coalesce(sum(s.memories), 0)::bigint, coalesce(sum(s.terms), 0)::bigint,
      (select coalesce(sum(t.changes), 0)::bigint from cairn.memory_totals t where t.project_id = p_project and t.user_id = p_user),
      coalesce(sum(s.vectors), 0)::bigint, coalesce(sum(s.vectors_cleared), 0)::bigint, null::bytea, null::uuid, null::timestamptz
    from cairn.memory_index_stats s where s.project_id = p_project and s.user_id = p_user;
  if p_agent is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.agent_id = p_agent and m.index_position is not null
        and (p_session is null or m.session_id = p_session) and (p_scope is null or m.scope = p_scope)
        and (p_reader is null or m.agent_id = p_reader or m.scope = 'system');
  elsif p_session is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(m.index_position), ''::bytea), null::uuid, null::timestamptz
      from cairn.memories m
      where m.project_id = p_project and m.user_id = p_user and m.session_id = p_session and m.index_position is not null
        and (p_scope is null or m.scope = p_scope) and (p_reader is null or m.agent_id = p_reader or m.scope = 'system');
  elsif p_reader is not null then
    return query
      select 'allowed', null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
        string_agg(int4send(r.index_position), ''::bytea), null::uuid, null::timestamptz
      from (select m.id, m.index_position, m.scope from cairn.memories m
            where m.project_id = p_project and m.user_id = p_user and m.agent_id = p_reader and m.index_position is not null
            union
            select m.id, m.index_position, m.scope from cairn.memories m
            where m.project_id = p_project and m.user_id = p_user and m.scope = 'system' and m.index_position is not null) r
      where p_scope is null or r.scope = p_scope;
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
    from ((select m.id, m.updated_at, m.created_at, m.scope, m.agent_id, m.session_id from cairn.memories m
           where m.project_id = p_project and m.user_id = p_user and m.index_position is null
           order by m.created_at desc, m.id desc limit p_unindexed)
          union all
          (select m.id, m.updated_at, m.created_at, m.scope, m.agent_id, m.session_id
           from (select x.memory_id from cairn.memory_reindex x where x.project_id = p_project and x.user_id = p_user
                 order by x.memory_id desc limit p_unindexed) x
           cross join lateral (select y.* from cairn.memories y where y.project_id = p_project and y.id = x.memory_id limit 1) m)) u
    where not v_filtered or ((p_scope is null or u.scope = p_scope) and (p_agent is null or u.agent_id = p_agent)
      and (p_session is null or u.session_id = p_session) and (p_reader is null or u.agent_id = p_reader or u.scope = 'system'))
    order by u.created_at desc, u.id desc limit p_unindexed;
end $$;

CREATE FUNCTION cairn.memory_page(p_project uuid, p_user uuid, p_limit integer, p_offset bigint) RETURNS TABLE(total bigint, id uuid, agent_id text, agent_name text, content bytea, created_at timestamp with time zone, updated_at timestamp with time zone, scope text, session_id text, occurred_at timestamp with time zone, metadata bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_sort TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
declare
  v_total bigint;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select coalesce(sum(n), 0) into v_total from cairn.memory_totals where project_id = p_project and user_id = p_user;
  if p_offset = 0 then
    return query
      select v_total, m.id, m.agent_id, m.agent_name, m.content, m.created_at, m.updated_at, m.scope, m.session_id, m.occurred_at, m.metadata
      from cairn.memories m where m.project_id = p_project and m.user_id = p_user
      order by m.created_at desc, m.id desc limit p_limit;
  else
    return query
      select v_total, m.id, m.agent_id, m.agent_name, m.content, m.created_at, m.updated_at, m.scope, m.session_id, m.occurred_at, m.metadata
      from (select k.id, k.created_at from cairn.memories k where k.project_id = p_project and k.user_id = p_user
            order by k.created_at desc, k.id desc limit p_limit offset p_offset) page
      join cairn.memories m on m.project_id = p_project and m.id = page.id
      order by page.created_at desc, page.id desc;
  end if;
  if not found then
    return query select v_total, null::uuid, null::text, null::text, null::bytea, null::timestamptz, null::timestamptz,
      null::text, null::text, null::timestamptz, null::bytea;
  end if;
end $$;

CREATE FUNCTION cairn.read_codes(p_project uuid, p_model text, p_since bigint, p_limit integer) RETURNS TABLE(passages bigint, newest bigint, upto bigint, codes bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    with page as materialized (
      select v.version_id, v.first_ordinal, v.passages, v.codes, v.generation from cairn.passage_vectors v
      where v.project_id = p_project and v.model = p_model and v.generation > p_since
      order by v.generation limit p_limit)
    select coalesce(s.passages, 0)::bigint, coalesce(s.generation, 0)::bigint, c.upto, c.codes
    from (select 1) one
    left join cairn.knowledge_stats s on s.project_id = p_project
    cross join (
      select max(p.generation) as upto, string_agg(int4send(m.block) || int4send(m.base + p.first_ordinal - m.first_ordinal)
          || int4send(p.passages) || uuid_send(m.document_id) || int4send(octet_length(p.codes)) || p.codes, ''::bytea) as codes
      from page p cross join lateral (
        select i.block, i.base, i.first_ordinal, i.document_id from cairn.index_members i
        join cairn.index_blocks b on b.project_id = p_project and b.id = i.block and b.live
        where i.project_id = p_project and i.version_id = p.version_id and i.first_ordinal <= p.first_ordinal
        order by i.first_ordinal desc limit 1) m) c;
end $$;

CREATE FUNCTION cairn.read_memory_codes(p_project uuid, p_user uuid, p_model text, p_since bigint) RETURNS TABLE(version bigint, complete boolean, pack integer, slots bytea, codes bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  v_version bigint;
  v_cleared bigint;
  v_since bigint;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select s.vectors, s.vectors_cleared into v_version, v_cleared
    from cairn.memory_index_stats s where s.project_id = p_project and s.user_id = p_user;
  -- Lower than what was seen only when another database answers.
  v_since := case when v_cleared > p_since or v_version < p_since then 0 else p_since end;
  return query select coalesce(v_version, 0), coalesce(v_since, 0) = 0, null::int, null::bytea, null::bytea;
  return query
    select null::bigint, null::boolean, v.pack, v.slots, v.codes from cairn.memory_vectors v
    where v.project_id = p_project and v.user_id = p_user and v.model = p_model and v.version > v_since;
end $$;

CREATE FUNCTION cairn.read_memory_neighbours(p_project uuid, p_user uuid, p_ids uuid[]) RETURNS TABLE(asked uuid, place integer, id uuid, agent_id text, agent_name text, content bytea, created_at timestamp with time zone, updated_at timestamp with time zone, scope text, session_id text, occurred_at timestamp with time zone, metadata bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select a.id, n.place, m.id, m.agent_id, m.agent_name, m.content, m.created_at, m.updated_at, m.scope, m.session_id, m.occurred_at, m.metadata
    from unnest(p_ids) as asked (id)
    -- Each step of one row by a key: with joins a planner that takes the table for small begins with all of the user's memories.
    cross join lateral (
      select x.id, x.session_id, x.created_at, coalesce(x.occurred_at, x.created_at) as at, x.agent_id
      from cairn.memories x where x.project_id = p_project and x.id = asked.id and x.user_id = p_user limit 1) a
    cross join lateral (
      select a.id, 0 as place
      union all
      select b.id, (-row_number() over ())::int from (
        select x.id from cairn.memories x
        where x.project_id = p_project and x.user_id = p_user and x.session_id = a.session_id and (x.occurred_at, x.id) < (a.at, a.id)
        order by x.occurred_at desc, x.id desc limit 2) b
      union all
      select b.id, 1 from (
        select x.id from cairn.memories x
        where x.project_id = p_project and x.user_id = p_user and x.session_id = a.session_id and (x.occurred_at, x.id) > (a.at, a.id)
        order by x.occurred_at, x.id limit 1) b
      union all
      select b.id, (-row_number() over ())::int from (
        select w.id from (
          select x.id, x.session_id, x.agent_id, coalesce(x.occurred_at, x.created_at) as at
          from cairn.memories x
          where a.session_id is null and x.project_id = p_project and x.user_id = p_user
            and (x.created_at, x.id) < (a.created_at, a.id)
          order by x.created_at desc, x.id desc limit 32) w
        where w.session_id is null and w.agent_id is not distinct from a.agent_id and w.at between a.at - interval '1 hour' and a.at
        limit 2) b
      union all
      select b.id, 1 from (
        select w.id from (
          select x.id, x.session_id, x.agent_id, coalesce(x.occurred_at, x.created_at) as at
          from cairn.memories x
          where a.session_id is null and x.project_id = p_project and x.user_id = p_user
            and (x.created_at, x.id) > (a.created_at, a.id)
          order by x.created_at, x.id limit 32) w
        where w.session_id is null and w.agent_id is not distinct from a.agent_id and w.at between a.at and a.at + interval '1 hour'
        limit 1) b) n
    cross join lateral (select x.* from cairn.memories x where x.project_id = p_project and x.id = n.id limit 1) m;
end $$;

CREATE FUNCTION cairn.read_memory_positions(p_project uuid, p_user uuid, p_positions integer[], p_model text) RETURNS TABLE(at integer, vector bytea, id uuid, agent_id text, agent_name text, content bytea, created_at timestamp with time zone, updated_at timestamp with time zone, scope text, session_id text, occurred_at timestamp with time zone, metadata bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select a.at, (
        select substr(v.vectors, s.place * (octet_length(v.vectors) / octet_length(v.slots)) + 1, octet_length(v.vectors) / octet_length(v.slots))
        from cairn.memory_vectors v
        cross join lateral (select position(set_byte('\x00'::bytea, 0, a.at & 63) in v.slots) - 1 as place) s
        where v.project_id = p_project and v.user_id = p_user and v.model = p_model and v.pack = a.pack and s.place >= 0),
      m.id, m.agent_id, m.agent_name, case when octet_length(m.content) <= 8192 then m.content end, m.created_at, m.updated_at,
      m.scope, m.session_id, m.occurred_at, case when octet_length(m.content) <= 8192 then m.metadata end
    -- Behind the tenant wall an index takes a column for a value, not what is computed of it.
    from (select p.at, p.at >> 6 as pack from unnest(p_positions) as p (at) offset 0) a
    cross join lateral (
      select x.memory_id from cairn.memory_index x where x.project_id = p_project and x.user_id = p_user and x.position = a.at limit 1) i
    cross join lateral (select x.* from cairn.memories x where x.project_id = p_project and x.id = i.memory_id limit 1) m;
end $$;

CREATE FUNCTION cairn.read_passages(p_project uuid, p_versions uuid[], p_ordinals integer[]) RETURNS TABLE(document_id uuid, title text, version_id uuid, ordinal integer, start_at integer, end_at integer, sealed bytea)
    LANGUAGE plpgsql STABLE
    AS $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select d.id, d.title, p.version_id, p.ordinal, p.start_at, p.end_at, p.sealed
    from unnest(p_versions, p_ordinals) with ordinality as asked (version_id, ordinal, place)
    join cairn.passages p on p.project_id = p_project and p.version_id = asked.version_id and p.ordinal = asked.ordinal
    join cairn.document_versions v on v.project_id = p_project and v.id = p.version_id
    join cairn.documents d on d.project_id = p_project and d.id = v.document_id and d.live_version = v.id
    order by asked.place;
end $$;

CREATE FUNCTION cairn.read_postings(p_project uuid, p_terms bigint[], p_budget bigint, p_documents uuid[], p_blocks integer[]) RETURNS TABLE(passages bigint, terms bigint, spans bytea, term text, holding bigint, entries bytea)
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  v_spans bytea;
  v_blocks int[] := p_blocks;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  if p_documents is not null then
    select coalesce(string_agg(int4send(m.block) || int4send(m.base) || int4send(m.passages), ''::bytea), ''::bytea),
        coalesce(array_agg(distinct m.block), '{}')
      into v_spans, v_blocks
      from cairn.index_members m join cairn.index_blocks b on b.project_id = p_project and b.id = m.block and b.live
      where m.project_id = p_project and m.document_id = any (p_documents);
  end if;
  return query
    select coalesce(sum(s.passages), 0)::bigint, coalesce(sum(s.terms), 0)::bigint, v_spans, null::text, null::bigint, null::bytea
    from cairn.knowledge_stats s where s.project_id = p_project;
  return query
    -- By term whatever the statistics say, which are not there after the first load: hence the barrier of "offset 0".
    with found as materialized (
      select asked.term, p.block, p.entries
      from unnest(p_terms) as asked (term)
      cross join lateral (
        select w.block, w.entries from cairn.block_postings w where w.project_id = p_project and w.term = asked.term offset 0) p
      where p.block in (select b.id from cairn.index_blocks b where b.project_id = p_project and b.live)),
    held as (select f.term, sum(octet_length(f.entries)) / 4 as n from found f group by f.term),
    ranked as (select h.term, h.n, sum(h.n) over (order by h.n, h.term) as running from held h)
    select null::bigint, null::bigint, null::bytea, r.term::text, r.n::bigint,
      -- Null says that it was not read, empty that it is not in these blocks.
      case when r.running <= p_budget or r.running = r.n then coalesce(string_agg(
          int4send(f.block) || int4send(octet_length(f.entries) / 4) || f.entries, ''::bytea order by f.block)
        filter (where v_blocks is null or f.block = any (v_blocks)), ''::bytea) end
    from ranked r join found f on f.term = r.term
    group by r.term, r.n, r.running;
end $$;

CREATE FUNCTION cairn.record_audit(p_project uuid, p_audit uuid, p_user uuid, p_credential uuid, p_kind text, p_request text, p_action text, p_target text, p_outcome text) RETURNS void
    LANGUAGE sql
    AS $$
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    values (p_project, p_audit, p_user, p_credential, p_kind, p_request, p_action, p_target, p_outcome)
$$;

CREATE FUNCTION cairn.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'the audit is append-only' using errcode = '42501'; end $$;

CREATE FUNCTION cairn.resolve_api_key(p_hash bytea) RETURNS TABLE(id uuid, user_id uuid, project_id uuid, workspace_id uuid, plan text, role text)
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION cairn.resolve_oauth_token(p_hash bytea, p_audience text) RETURNS TABLE(id uuid, user_id uuid, project_id uuid, workspace_id uuid, plan text, role text, owner_id uuid)
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION cairn.save_memories(p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_requests text[], p_audits uuid[], p_ids uuid[], p_contents bytea[], p_agent_ids text[], p_agent_names text[], p_scopes text[], p_session_ids text[], p_occurred timestamp with time zone[], p_metadata bytea[]) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  v_at timestamptz(3) := clock_timestamp();
begin
  perform set_config('cairn.project_id', p_project::text, true);
  insert into cairn.memories (project_id, id, user_id, owner_id, agent_id, agent_name, content, created_at, updated_at,
      scope, session_id, occurred_at, metadata)
    select p_project, s.id, p_user, p_owner, s.agent_id, s.agent_name, s.content, v_at, v_at,
      s.scope, s.session_id, coalesce(s.occurred_at, v_at), s.metadata
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

CREATE FUNCTION cairn.update_memory(p_project uuid, p_user uuid, p_owner uuid, p_credential uuid, p_kind text, p_request text, p_audit uuid, p_id uuid, p_content bytea, p_metadata bytea, p_clears boolean) RETURNS TABLE(outcome text, at timestamp with time zone)
    LANGUAGE plpgsql
    AS $$
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
    update cairn.memories set content = coalesce(p_content, content), updated_at = v_at,
        metadata = case when p_clears then null else coalesce(p_metadata, metadata) end
      where project_id = p_project and id = p_id;
    if p_content is not null then
      perform cairn.clear_influence(p_project, v_user, p_id);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.update', p_id::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

CREATE FUNCTION cairn.without_slot(p_entries bytea, p_slot integer) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $$
declare
  v_low int := 0;
  v_high int := octet_length(p_entries) / 4 - 1;
  v_middle int;
  v_slot int;
begin
  while v_low <= v_high loop
    v_middle := (v_low + v_high) / 2;
    v_slot := (get_byte(p_entries, 4 * v_middle) << 2) | (get_byte(p_entries, 4 * v_middle + 1) >> 6);
    if v_slot = p_slot then
      return overlay(p_entries placing ''::bytea from 4 * v_middle + 1 for 4);
    elsif v_slot < p_slot then
      v_low := v_middle + 1;
    else
      v_high := v_middle - 1;
    end if;
  end loop;
  return p_entries;
end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE cairn.api_keys (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    prefix text NOT NULL,
    last4 text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY cairn.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.audit_entries (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    user_id uuid NOT NULL,
    credential_id uuid NOT NULL,
    credential_kind text NOT NULL,
    action text NOT NULL,
    target text,
    outcome text NOT NULL,
    request_id text NOT NULL
);

ALTER TABLE ONLY cairn.audit_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.block_postings (
    project_id uuid NOT NULL,
    term bigint NOT NULL,
    block integer NOT NULL,
    entries bytea NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY cairn.block_postings ALTER COLUMN entries SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.block_postings FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.directory_events (
    id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    workspace_id uuid,
    user_id uuid,
    credential_kind text NOT NULL,
    credential_id uuid,
    action text NOT NULL,
    target text,
    outcome text NOT NULL,
    detail jsonb,
    request_id text NOT NULL,
    CONSTRAINT directory_events_credential_kind_check CHECK ((credential_kind = ANY (ARRAY['session'::text, 'password'::text, 'operator'::text])))
);

CREATE TABLE cairn.document_parts (
    project_id uuid NOT NULL,
    version_id uuid NOT NULL,
    kind text NOT NULL,
    start bigint NOT NULL,
    size integer NOT NULL,
    sealed bytea NOT NULL,
    CONSTRAINT document_parts_kind_check CHECK ((kind = ANY (ARRAY['original'::text, 'text'::text])))
);
ALTER TABLE ONLY cairn.document_parts ALTER COLUMN sealed SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.document_parts FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.document_versions (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    document_id uuid NOT NULL,
    media_type text NOT NULL,
    size_bytes bigint NOT NULL,
    digest bytea NOT NULL,
    status text NOT NULL,
    progress smallint DEFAULT 0 NOT NULL,
    error_code text,
    error_message text,
    warnings text[] DEFAULT '{}'::text[] NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claim_token uuid,
    claim_expires_at timestamp with time zone,
    characters bigint DEFAULT 0 NOT NULL,
    passages integer DEFAULT 0 NOT NULL,
    terms bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    analyser integer DEFAULT 0 NOT NULL,
    embedding_model text,
    reindex_offered_at timestamp with time zone,
    CONSTRAINT document_versions_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'parsing'::text, 'indexing'::text, 'ready'::text, 'failed'::text])))
);

ALTER TABLE ONLY cairn.document_versions FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.documents (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    latest_version uuid NOT NULL,
    live_version uuid,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY cairn.documents FORCE ROW LEVEL SECURITY;

CREATE SEQUENCE cairn.index_block_ids
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE cairn.index_blocks (
    project_id uuid NOT NULL,
    id integer NOT NULL,
    version_id uuid,
    live boolean NOT NULL,
    slots integer NOT NULL,
    passages integer NOT NULL
);

ALTER TABLE ONLY cairn.index_blocks FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.index_members (
    project_id uuid NOT NULL,
    block integer NOT NULL,
    base integer NOT NULL,
    passages integer NOT NULL,
    version_id uuid NOT NULL,
    document_id uuid NOT NULL,
    first_ordinal integer NOT NULL,
    terms bytea
);
ALTER TABLE ONLY cairn.index_members ALTER COLUMN terms SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.index_members FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.installation (
    only_one boolean DEFAULT true NOT NULL,
    id uuid NOT NULL,
    sealed bytea NOT NULL,
    CONSTRAINT installation_only_one_check CHECK (only_one)
);

CREATE TABLE cairn.invitations (
    id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    role text NOT NULL,
    email text,
    invited_by uuid NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    accepted_by uuid,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'approver'::text, 'member'::text, 'viewer'::text])))
);

CREATE TABLE cairn.kept_answers (
    project_id uuid NOT NULL,
    credential_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    answer bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY cairn.kept_answers FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.knowledge_stats (
    project_id uuid NOT NULL,
    passages bigint NOT NULL,
    terms bigint NOT NULL,
    generation bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY cairn.knowledge_stats FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE cairn.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE cairn.memories (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    agent_id text,
    agent_name text,
    content bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    scope text DEFAULT 'agent'::text NOT NULL,
    session_id text,
    occurred_at timestamp(3) with time zone,
    metadata bytea,
    index_position integer,
    CONSTRAINT memories_scope_check CHECK ((scope = ANY (ARRAY['agent'::text, 'system'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.02');
ALTER TABLE ONLY cairn.memories ALTER COLUMN content SET STORAGE EXTERNAL;
ALTER TABLE ONLY cairn.memories ALTER COLUMN metadata SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.memories FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_index (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    "position" integer NOT NULL,
    memory_id uuid NOT NULL,
    length integer NOT NULL,
    analyser integer NOT NULL,
    embedded_by text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    terms bigint[] NOT NULL,
    sources uuid[] NOT NULL
);

ALTER TABLE ONLY cairn.memory_index FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_index_stats (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    memories bigint DEFAULT 0 NOT NULL,
    terms bigint DEFAULT 0 NOT NULL,
    next_position integer DEFAULT 0 NOT NULL,
    vectors bigint DEFAULT 0 NOT NULL,
    vectors_cleared bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY cairn.memory_index_stats FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_influences (
    project_id uuid NOT NULL,
    source_id uuid NOT NULL,
    "position" integer NOT NULL
);

ALTER TABLE ONLY cairn.memory_influences FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_postings (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    term bigint NOT NULL,
    block integer NOT NULL,
    entries bytea NOT NULL
);
ALTER TABLE ONLY cairn.memory_postings ALTER COLUMN entries SET STORAGE PLAIN;

ALTER TABLE ONLY cairn.memory_postings FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_reindex (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    memory_id uuid NOT NULL
);

ALTER TABLE ONLY cairn.memory_reindex FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_totals (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    slot smallint NOT NULL,
    n bigint NOT NULL,
    changes bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY cairn.memory_totals FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.memory_vectors (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    model text NOT NULL COLLATE pg_catalog."C",
    pack integer NOT NULL,
    version bigint NOT NULL,
    slots bytea NOT NULL,
    codes bytea NOT NULL,
    vectors bytea NOT NULL
);
ALTER TABLE ONLY cairn.memory_vectors ALTER COLUMN codes SET STORAGE EXTERNAL;
ALTER TABLE ONLY cairn.memory_vectors ALTER COLUMN vectors SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.memory_vectors FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.migration_digests (
    name text NOT NULL,
    digest text NOT NULL
);

CREATE TABLE cairn.oauth_clients (
    id text NOT NULL,
    metadata jsonb NOT NULL,
    secret bytea,
    self_described boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    granted_at timestamp(3) with time zone
);

CREATE TABLE cairn.oauth_connections (
    id uuid NOT NULL,
    grant_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    client_id text NOT NULL,
    project_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    client_name text NOT NULL,
    redirect_uri text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone
);

CREATE TABLE cairn.oauth_keys (
    id uuid NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE cairn.oauth_records (
    model text NOT NULL,
    id_hash bytea NOT NULL,
    grant_hash bytea,
    payload jsonb NOT NULL,
    consumed_at timestamp with time zone,
    expires_at timestamp(3) with time zone
);

CREATE TABLE cairn.oauth_tickets (
    id_hash bytea NOT NULL,
    interaction_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    project_id uuid,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE cairn.oauth_tokens (
    id_hash bytea NOT NULL,
    connection_id uuid NOT NULL,
    audience text NOT NULL,
    scope text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE cairn.outbox (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    job text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    taken_until timestamp with time zone
);

ALTER TABLE ONLY cairn.outbox FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.passage_vectors (
    project_id uuid NOT NULL,
    version_id uuid NOT NULL,
    model text NOT NULL,
    first_ordinal integer NOT NULL,
    passages integer NOT NULL,
    digest bytea NOT NULL,
    codes bytea NOT NULL,
    vectors bytea NOT NULL,
    generation bigint
);
ALTER TABLE ONLY cairn.passage_vectors ALTER COLUMN codes SET STORAGE EXTERNAL;
ALTER TABLE ONLY cairn.passage_vectors ALTER COLUMN vectors SET STORAGE EXTERNAL;

ALTER TABLE ONLY cairn.passage_vectors FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.passages (
    project_id uuid NOT NULL,
    version_id uuid NOT NULL,
    ordinal integer NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    sealed bytea NOT NULL
);

ALTER TABLE ONLY cairn.passages FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.project_keys (
    project_id uuid NOT NULL,
    wrapped bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY cairn.project_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE cairn.projects (
    id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE cairn.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    user_agent text
);

CREATE TABLE cairn.user_answers (
    user_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    answer bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE cairn.users (
    id uuid NOT NULL,
    email text NOT NULL,
    name text,
    password_verifier text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE cairn.workspace_members (
    workspace_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT workspace_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'approver'::text, 'member'::text, 'viewer'::text])))
);

CREATE TABLE cairn.workspaces (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text DEFAULT 'free'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT workspaces_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'premium'::text])))
);

INSERT INTO cairn.api_keys VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7e9-71df-8462-bc02455596fe', '01a22239-d7cc-7388-80e7-9771f1585919', 'First key', '\xed2d041acd6e8540eb473312a98a9b28a974ce289dc54d366087594e0341ea93', 'cairn_0ae34a', 'd525', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:46.952+00', NULL);
INSERT INTO cairn.api_keys VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dbfa-762d-9909-a42439c19442', '01a22239-d7cc-7388-80e7-9771f1585919', 'other', '\x753d9ece85119504c5b9160404b8dd719c53f91b29e4611db5c3ef4d494d6652', 'cairn_HYxr8m', 'KAEi', '2026-11-28 12:55:46.939+00', '2026-11-28 12:55:46.939+00', '2026-11-28 12:55:47.023+00', NULL);
INSERT INTO cairn.api_keys VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-dbf0-703f-9a31-838ee0bde4d2', '01a22239-d7cc-7388-80e7-9771f1585919', 'second', '\x92cbbd4cbcbfb2e5236d87cb856df05904886fde93dd85af9b420a0344c94658', 'cairn_afIVsf', 'eMD2', '2026-11-28 12:55:46.928+00', '2026-11-28 12:55:46.928+00', '2026-11-28 12:55:47.048+00', NULL);

INSERT INTO cairn.audit_entries VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-dbf1-76c0-b2f2-08a0effd3873', '2026-11-28 12:55:46.931+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-db6a-7409-9f55-deab7c8e110d', 'session', 'api_key.create', '01a22239-dbf0-703f-9a31-838ee0bde4d2', 'done', 'a23e14fb-ecf8-4819-b50f-0460e77f6511');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dbfc-736f-a4c5-0d00b8a0237f', '2026-11-28 12:55:46.94+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-db6a-7409-9f55-deab7c8e110d', 'session', 'api_key.create', '01a22239-dbfa-762d-9909-a42439c19442', 'done', 'ff0b6351-68f5-493d-beb6-b89bf3c04742');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc13-757e-b2db-9cb111bd1e2c', '2026-11-28 12:55:46.967+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc13-757e-b2db-990f4ac11d55', 'done', '5e65a08c-5d67-4dd2-acf4-43ba1796fb43');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc24-70c8-a333-fde6f8d076a4', '2026-11-28 12:55:46.981+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc24-70c8-a333-f8309b48b150', 'done', '5b5b5505-4cef-4feb-9378-9d3299273604');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc2a-70a8-982a-640fb3509a38', '2026-11-28 12:55:46.989+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc2a-70a8-982a-6100ea8ada3a', 'done', '5a089d24-803f-43e1-bc2b-8a022b2a72d3');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc33-74f4-b000-ca1d35b32b91', '2026-11-28 12:55:46.996+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc33-74f4-b000-c683b7ddc744', 'done', 'a1389537-de40-42b2-9227-c18b1f3403c7');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc3a-7431-ac2a-8cfee9fe9644', '2026-11-28 12:55:47.003+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc3a-7431-ac2a-88f7ea9c9153', 'done', 'a701a3a0-6b5c-48f3-91c3-d1bf8db128cd');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc48-7617-af55-6428e7a8926e', '2026-11-28 12:55:47.017+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc48-7617-af55-617ee6974749', 'done', '88e0df19-d058-4e29-9fd6-3123a611dec1');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc4c-71f0-9aa1-0208488bd071', '2026-11-28 12:55:47.021+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc4c-71f0-9aa0-fcbfd9309bdd', 'done', '3dcadaf2-a2d7-4d9d-b4e2-7f9b9d84b882');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc55-75e4-b23f-8d1cb4bd69dc', '2026-11-28 12:55:47.03+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-dbfa-762d-9909-a42439c19442', 'api_key', 'memory.save', '01a22239-dc55-75e4-b23f-8a5884b1a013', 'done', '620a259a-9b0c-43ff-a976-29e7e817124b');
INSERT INTO cairn.audit_entries VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-dc71-74af-9ea3-e3399d116fd2', '2026-11-28 12:55:47.057+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-dbf0-703f-9a31-838ee0bde4d2', 'api_key', 'memory.save', '01a22239-dc70-72cb-9526-e469e38ee799', 'done', '06e2959f-f75e-4963-809b-74f0cdf5ef89');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc78-7398-8ccf-f824f0680b3c', '2026-11-28 12:55:47.065+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc78-7398-8ccf-f519b3645a96', 'done', '9b05863b-a67e-47c9-a1ce-f7fe37042f58');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc86-7151-ad1e-ec3e77e4828c', '2026-11-28 12:55:47.08+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.update', '01a22239-dc78-7398-8ccf-f519b3645a96', 'done', 'bc84d44a-7818-4eaf-b2b3-cf532138df5d');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc97-75d9-8624-1f068843db4b', '2026-11-28 12:55:47.096+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.save', '01a22239-dc96-7106-bf76-c0f3b2bc0727', 'done', 'ae65f23d-3306-4a1d-aa6e-5ca237b85382');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc9d-765a-9eda-2be8a89fb5cd', '2026-11-28 12:55:47.103+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'memory.delete', '01a22239-dc96-7106-bf76-c0f3b2bc0727', 'done', 'e4bf9559-369e-480f-bb40-bfba58192de0');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcb6-76a9-a39b-ebc95a54be7d', '2026-11-28 12:55:47.131+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'document.submit', '01a22239-dcaf-7150-aca9-f3d8b80a0ce6', 'done', '1b9e2866-988c-4f4f-b5bd-0b35cf5d72da');
INSERT INTO cairn.audit_entries VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfed-76a5-8ad8-129f4e3fbcad', '2026-11-28 12:55:47.95+00', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'api_key', 'document.submit', '01a22239-dfdc-77b3-a0df-414622456645', 'done', 'c225157a-8fb0-46fd-845d-bb5a1394404b');

INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -7061143491508369426, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -6836406857874238739, 1, '\x0d080000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -6008151851462200143, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -5988793181078001471, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -5112643324935941310, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -4866022164514751152, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 2874750893461480687, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 5250825164239446821, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 5884077639628909674, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 6710959562457870787, 1, '\x0d040000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 7165627844101692465, 1, '\x0d080000');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -7916866722909972553, 1, '\x0b080100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -7474191663126857115, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -7069058108743842927, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -5251525668261041602, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', -1157547061792953628, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 1189802928185221957, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 5973595455286815040, 1, '\x0b080100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 6255732268477906988, 1, '\x0b040100');
INSERT INTO cairn.block_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', 6473664953855935511, 1, '\x0b040100');

INSERT INTO cairn.directory_events VALUES ('01a22239-dbe1-7520-a8fd-34dadc7bf54b', '2026-11-28 12:55:46.914+00', '01a22239-d7d3-7767-9660-38710652c5b9', '01a22239-d7cc-7388-80e7-9771f1585919', 'session', '01a22239-db6a-7409-9f55-deab7c8e110d', 'project.create', '01a22239-dbdb-77ac-957e-8a8f0a682262', 'done', NULL, '078b8bdf-014c-4917-912f-9016b041f720');
INSERT INTO cairn.directory_events VALUES ('01a22239-e0e9-767c-9384-673863f373cd', '2026-11-28 12:55:48.202+00', '01a22239-d7d3-7767-9660-38710652c5b9', '01a22239-d7cc-7388-80e7-9771f1585919', 'session', '01a22239-db6a-7409-9f55-deab7c8e110d', 'invitation.create', '01a22239-e0e8-7141-9dbe-58697cc45965', 'done', '{"role": "member"}', 'b3c3805f-6bc9-4b16-961f-27372a47e8e9');
INSERT INTO cairn.directory_events VALUES ('01a22239-e16e-749f-b3e5-0976b5eea5c3', '2026-11-28 12:55:48.335+00', NULL, '01a22239-e16d-7468-9837-b1900717d55c', 'password', NULL, 'account.sign_up', '01a22239-e16d-7468-9837-b1900717d55c', 'done', NULL, 'cb046a62-9374-4697-ab02-55726f91e9e4');
INSERT INTO cairn.directory_events VALUES ('01a22239-e176-756b-b39c-37aff4e915a7', '2026-11-28 12:55:48.343+00', '01a22239-d7d3-7767-9660-38710652c5b9', '01a22239-e16d-7468-9837-b1900717d55c', 'password', NULL, 'invitation.accept', '01a22239-e0e8-7141-9dbe-58697cc45965', 'done', '{"role": "member"}', 'cb046a62-9374-4697-ab02-55726f91e9e4');

INSERT INTO cairn.document_parts VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcaf-7150-aca9-ee5338b2f98c', 'original', 0, 79, '\x019914bc355d9e9980f602d0b2aaec31a8e22fb0301e85bf9b014a2810a660eff1027218f308c8ba25c7af59d28a3cb52509fb5b0669e9d206c3adedc099e4c1d4e5c3e009fc7ebe3d6500700b43ad89cecc2549610ad7e40f5488c6bc8ed0b5aa02d5fdcd8e752e0d7d1a1cb1140a071224acbee1446860');
INSERT INTO cairn.document_parts VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcaf-7150-aca9-ee5338b2f98c', 'text', 0, 79, '\x010b0520a0bd1a1fe40c8147b26f33600bce8c1f5e037e54ef7ab1749de51afcdd720c1c865c60ee0acd26544ef8f68a13332dc564c80a6e6cecc7b7c8ca0e64a1d1088b65db3b3609d50c6ca29180215dbe8c5a65405f7d65a83cdabd1ac9994921c8c2b34687e8d94bb787abcc478b1c49722cc961c27c');
INSERT INTO cairn.document_parts VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', 'original', 0, 77, '\x013bab28562be0af77e14a613c8b791d5bfb4a8e3a4895ee4dd3114b59775d55324744584c4a823cae20b47df28121d9c02b69b0b24261cc686be6ed511acd78fa8506f5a9cf19cffbe3c3cb19d22bd724d6b1ebce3fffe355c8e6feeb4cb59d1c35a73b38d26fc690037baae873a357a3ebf0582311');
INSERT INTO cairn.document_parts VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', 'text', 0, 77, '\x01c0ad87749a9aec091d591ee5a58b0a06783b64105943a4887852ad8a754f1fc74fbb2b5497b11b1b995a35108312fe05754eb599f9a87db975b63751066edb765c1e8fc85f6d93292d9cbf53bdadd73a377e1b9165bfb2ada058a74605b1c3f7e5311b5d36c0b24b1061756e64b96c534c20686484');

INSERT INTO cairn.document_versions VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcaf-7150-aca9-ee5338b2f98c', '01a22239-dcaf-7150-aca9-f3d8b80a0ce6', 'text/plain', 79, '\x0a07d61759b2e71bfb33cbcacbb588c7da01f13c1552b836673804abbe6e581c', 'ready', 100, NULL, NULL, '{}', 1, NULL, NULL, 79, 1, 13, '2026-11-28 12:55:47.123+00', '2026-11-28 12:55:47.794+00', 3, NULL, NULL);
INSERT INTO cairn.document_versions VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', '01a22239-dfdc-77b3-a0df-414622456645', 'text/markdown', 77, '\x2484ed70eb0c99a2d0a86268eadc75c3ab6644cca3a020aa7df619ec35af2889', 'ready', 100, NULL, NULL, '{}', 1, NULL, NULL, 77, 1, 11, '2026-11-28 12:55:47.943+00', '2026-11-28 12:55:48.067+00', 3, NULL, NULL);

INSERT INTO cairn.documents VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcaf-7150-aca9-f3d8b80a0ce6', 'harbour.txt', '01a22239-dcaf-7150-aca9-ee5338b2f98c', '01a22239-dcaf-7150-aca9-ee5338b2f98c', '2026-11-28 12:55:47.121+00', '2026-11-28 12:55:47.836+00');
INSERT INTO cairn.documents VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfdc-77b3-a0df-414622456645', 'tides.md', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', '2026-11-28 12:55:47.933+00', '2026-11-28 12:55:48.078+00');

INSERT INTO cairn.index_blocks VALUES ('01a22239-d7d6-737b-8960-d46579764578', 1, NULL, true, 2, 2);

INSERT INTO cairn.index_members VALUES ('01a22239-d7d6-737b-8960-d46579764578', 1, 0, 1, '01a22239-dcaf-7150-aca9-ee5338b2f98c', '01a22239-dcaf-7150-aca9-f3d8b80a0ce6', 0, '\xed925c002f3420a1c16890f05488e3acef2482deb42ae52742d3ebe1fb3d0cb950bdeb669f6a78bc315c54208f6c7163ee0795f067c7019e25a32cb4aaadde48b174fd40b9c19eacc3f14f762a1e225d6a6ce6247071a851');
INSERT INTO cairn.index_members VALUES ('01a22239-d7d6-737b-8960-d46579764578', 1, 1, 1, '01a22239-dfdc-77b3-a0df-3fb1ade7a101', '01a22239-dfdc-77b3-a0df-414622456645', 0, '\x402942c86a79e652653a2348485646983e6a747e3ad51eb7e4aa088b1491efefb717d72ea9a32192452333977507831017847a01fa13d7592c0093985ad3d0569183ba831aa9e59d');

INSERT INTO cairn.installation VALUES (true, '01a22239-d6fb-747d-98bc-6e2ab171f677', '\x01dacb93c3db8fe5954a7d698cac8e54b6f78693dd64ec21cba8ea8da673dd0bc36c63e083bf89642380fceb1d2f');

INSERT INTO cairn.invitations VALUES ('01a22239-e0e8-7141-9dbe-58697cc45965', '01a22239-d7d3-7767-9660-38710652c5b9', '\xb937dba5447e7204ae89109be49a37e1a4c1eee2f9af86e2bd87332bf10775a1', 'member', NULL, '01a22239-d7cc-7388-80e7-9771f1585919', '2026-11-28 12:55:48.191+00', '2026-12-05 12:55:48.191+00', '2026-11-28 12:55:48.34+00', '01a22239-e16d-7468-9837-b1900717d55c', NULL);

INSERT INTO cairn.knowledge_stats VALUES ('01a22239-d7d6-737b-8960-d46579764578', 2, 24, 0);

INSERT INTO cairn.kysely_migration VALUES ('0001_directory', '2026-11-28T12:55:45.478Z');
INSERT INTO cairn.kysely_migration VALUES ('0002_tenancy', '2026-11-28T12:55:45.494Z');
INSERT INTO cairn.kysely_migration VALUES ('0003_memories', '2026-11-28T12:55:45.506Z');
INSERT INTO cairn.kysely_migration VALUES ('0004_knowledge', '2026-11-28T12:55:45.516Z');
INSERT INTO cairn.kysely_migration VALUES ('0005_accounts', '2026-11-28T12:55:45.532Z');
INSERT INTO cairn.kysely_migration VALUES ('0006_oauth', '2026-11-28T12:55:45.541Z');
INSERT INTO cairn.kysely_migration VALUES ('0007_vectors', '2026-11-28T12:55:45.572Z');
INSERT INTO cairn.kysely_migration VALUES ('0008_memory_recall', '2026-11-28T12:55:45.603Z');

INSERT INTO cairn.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO cairn.memories VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-dc70-72cb-9526-e469e38ee799', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-dbf0-703f-9a31-838ee0bde4d2', NULL, NULL, '\x01653dd5e79e7d3ee21706cdc29533b07891e2ab4d1f2d495b0dbd4b55f3b88aa628838592ba9738d96d1b125b4402a21b4ff466e43a4e5bf9e3beabf8678d78eaf55bc0', '2026-11-28 12:55:47.057+00', '2026-11-28 12:55:47.057+00', 'agent', NULL, '2026-11-28 12:55:47.057+00', NULL, 0);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc78-7398-8ccf-f519b3645a96', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', NULL, NULL, '\x0188f3d85153b093928309e0ab1891eba93e4a48d37a538225b7e7d2357e386fc5b000e8c591bd2dd42349da12addf6db9c0c5f60160c90c3601455e3b75706ab3c4fb58c31b02a5e8e839a5e41257a45ccd', '2026-11-28 12:55:47.065+00', '2026-11-28 12:55:47.079+00', 'agent', NULL, '2026-11-28 12:55:47.065+00', NULL, 8);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc55-75e4-b23f-8a5884b1a013', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-dbfa-762d-9909-a42439c19442', NULL, NULL, '\x015d87f323bd69517c59d4965486bf3d3444f1089871e7dd50dda602fc661496a8bca95650d78ac2d43b3c22eff9532844921ea8e9e572', '2026-11-28 12:55:47.03+00', '2026-11-28 12:55:47.03+00', 'system', 'evening', '2026-03-01 09:30:00+00', '\x011c01d154be1efe97cbde4e146952bc7b165334b6bcaaaa7e7f2317109a3075bca3d96460b7f60ae21455b5e082306eb84328661f43af2f38d4e21ef47f026eb8858367cc1b3475dbaf', 7);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc4c-71f0-9aa0-fcbfd9309bdd', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', NULL, NULL, '\x01d4657628ca8fb35c854ec17e4eb257f69960922170f30d94abf9ef3fc31b0c622b9ec8d839193e96f97501978b075a3a87ab640b115e10645bbe50ec1a6ee00175da31b0399026d47641', '2026-11-28 12:55:47.021+00', '2026-11-28 12:55:47.021+00', 'agent', NULL, '2026-11-28 12:55:47.021+00', NULL, 6);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc48-7617-af55-617ee6974749', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-1', 'Keeper', '\x01251dcbaffbcbc13da47709cb37d450a0377474977f45eaf6274e382fd48a3f808d575f7f845ef55d167bfdc7a841eef95b351a3d1b29a1664a027b2def373adafcdff65c5b4a500c5c3ed7', '2026-11-28 12:55:47.017+00', '2026-11-28 12:55:47.017+00', 'agent', NULL, '2026-11-28 12:55:47.017+00', NULL, 5);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc3a-7431-ac2a-88f7ea9c9153', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-0', 'Keeper', '\x01fc631c3e492e9e2b481f7c2ffc4e56b4e1fd21d43288e4f0351dce94c9883c297ddd646317975d2cd8fac1719c32bed2120f968d2d014ce0f72c84e3d90362f12f2703393b1de2c7442041', '2026-11-28 12:55:47.003+00', '2026-11-28 12:55:47.003+00', 'agent', NULL, '2026-11-28 12:55:47.003+00', NULL, 4);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc33-74f4-b000-c683b7ddc744', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-1', 'Keeper', '\x01a838388f7dd911e9fde19acae474e7336fd391c2a33bcc3eb28f31d6f41a5f6d358919fe822ad93e028b4d54ca9d293c01f6fafcc27ec27115edc79b4eb13c94a9fe82845290c924285533', '2026-11-28 12:55:46.996+00', '2026-11-28 12:55:46.996+00', 'agent', NULL, '2026-11-28 12:55:46.996+00', NULL, 3);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc2a-70a8-982a-6100ea8ada3a', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-0', 'Keeper', '\x015986ca277053ad45fab4196d0da50a0605e91b8ed758602992494f1ea51472cdc93b8a838c14985c8e8640c89f4d9a5cf426c967e9b8c977c199f8d0a0dfdf2379015e69b5ede853facf91', '2026-11-28 12:55:46.987+00', '2026-11-28 12:55:46.987+00', 'agent', NULL, '2026-11-28 12:55:46.987+00', NULL, 2);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc24-70c8-a333-f8309b48b150', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-1', 'Keeper', '\x0101821aae25925b338780d37a3bd7ee422e43f42d005c7a6492557687e13198c9505da6c9fdcded62ebdfed3c60663cae28106fad939da2c0c57567a6338728a7920c2a1d6bcc069a6b365a', '2026-11-28 12:55:46.981+00', '2026-11-28 12:55:46.981+00', 'agent', NULL, '2026-11-28 12:55:46.981+00', NULL, 1);
INSERT INTO cairn.memories VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc13-757e-b2db-990f4ac11d55', '01a22239-d7cc-7388-80e7-9771f1585919', '01a22239-d7e9-71df-8462-bc02455596fe', 'keeper-0', 'Keeper', '\x010d6339f3c1498f19828ed3e79ea4acf50dbc27320330f7bfe8e68b004966f726b22ac48a55182b589344fe93b24ec397503ace76cbacb165bf16f016465633a65fc956f84a9790142da940', '2026-11-28 12:55:46.964+00', '2026-11-28 12:55:46.964+00', 'agent', NULL, '2026-11-28 12:55:46.964+00', NULL, 0);

INSERT INTO cairn.memory_index VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 0, '01a22239-dc70-72cb-9526-e469e38ee799', 9, 3, '', '{-8475246715717052324,-5176375228051642332,6435576594205719870,3418243333624798121,-3982441946179922205,-5905286194894419323,6018783442658545226}', '{01a22239-dc70-72cb-9526-e469e38ee799}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 0, '01a22239-dc13-757e-b2db-990f4ac11d55', 27, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,-7960466038764821912,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232}', '{01a22239-dc13-757e-b2db-990f4ac11d55}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 1, '01a22239-dc24-70c8-a333-f8309b48b150', 27, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,-1599302421855198551,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232}', '{01a22239-dc24-70c8-a333-f8309b48b150}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 2, '01a22239-dc2a-70a8-982a-6100ea8ada3a', 35, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,2924854373255604870,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232,-7960466038764821912}', '{01a22239-dc2a-70a8-982a-6100ea8ada3a,01a22239-dc13-757e-b2db-990f4ac11d55}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 3, '01a22239-dc33-74f4-b000-c683b7ddc744', 35, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,-7017026400453420613,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232,-1599302421855198551}', '{01a22239-dc33-74f4-b000-c683b7ddc744,01a22239-dc24-70c8-a333-f8309b48b150}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 4, '01a22239-dc3a-7431-ac2a-88f7ea9c9153', 43, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,6308475524888603148,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232,-7960466038764821912,2924854373255604870}', '{01a22239-dc3a-7431-ac2a-88f7ea9c9153,01a22239-dc13-757e-b2db-990f4ac11d55,01a22239-dc2a-70a8-982a-6100ea8ada3a}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 5, '01a22239-dc48-7617-af55-617ee6974749', 43, 3, '', '{-4057649010533172946,3228741947232811136,8124637737806628742,-3285298176880810921,-3373898680828311805,597601469209990130,8094477525594600480,344928339848317710,-6437845541518862544,-4310859013799489664,7400525742931911232,-1599302421855198551,-7017026400453420613}', '{01a22239-dc48-7617-af55-617ee6974749,01a22239-dc24-70c8-a333-f8309b48b150,01a22239-dc33-74f4-b000-c683b7ddc744}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 6, '01a22239-dc4c-71f0-9aa0-fcbfd9309bdd', 18, 3, '', '{3642139579916439537,-8306688698722047519,4732990130306224221,4709112789186412144,-1417982564011563573,-2704304496315498646,5299465428170273601,-4496445645475865455,7890012835442205955,3499911583446676617,-5775716145675906432,-3252814441235220118,798000715358766815,-9073129054225393486,-8511562321020219274,6767869033110320288,-6437845541518862544,-4310859013799489664,7400525742931911232}', '{01a22239-dc4c-71f0-9aa0-fcbfd9309bdd}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 7, '01a22239-dc55-75e4-b23f-8a5884b1a013', 6, 3, '', '{4417008855016584916,-1599302421855198551,2839472734073477009,7400525742931911232}', '{01a22239-dc55-75e4-b23f-8a5884b1a013}');
INSERT INTO cairn.memory_index VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 8, '01a22239-dc78-7398-8ccf-f519b3645a96', 14, 3, '', '{-261609721080351048,171304721775185803,-7010775154849680994,-7083157837764186408,-7512580101292107307,-8835458450928803526,-6437845541518862544,-4310859013799489664,7400525742931911232,3642139579916439537,-8306688698722047519,4732990130306224221,4709112789186412144,-1417982564011563573,-2704304496315498646,5299465428170273601,-4496445645475865455,7890012835442205955,3499911583446676617,-5775716145675906432,-3252814441235220118,798000715358766815,-9073129054225393486,-8511562321020219274,6767869033110320288}', '{01a22239-dc78-7398-8ccf-f519b3645a96,01a22239-dc4c-71f0-9aa0-fcbfd9309bdd}');

INSERT INTO cairn.memory_index_stats VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 1, 9, 1, 0, 0);
INSERT INTO cairn.memory_index_stats VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 9, 248, 9, 0, 0);

INSERT INTO cairn.memory_influences VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-dc70-72cb-9526-e469e38ee799', 0);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc13-757e-b2db-990f4ac11d55', 0);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc24-70c8-a333-f8309b48b150', 1);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc2a-70a8-982a-6100ea8ada3a', 2);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc13-757e-b2db-990f4ac11d55', 2);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc33-74f4-b000-c683b7ddc744', 3);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc24-70c8-a333-f8309b48b150', 3);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc3a-7431-ac2a-88f7ea9c9153', 4);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc13-757e-b2db-990f4ac11d55', 4);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc2a-70a8-982a-6100ea8ada3a', 4);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc48-7617-af55-617ee6974749', 5);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc24-70c8-a333-f8309b48b150', 5);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc33-74f4-b000-c683b7ddc744', 5);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc4c-71f0-9aa0-fcbfd9309bdd', 6);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc55-75e4-b23f-8a5884b1a013', 7);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc78-7398-8ccf-f519b3645a96', 8);
INSERT INTO cairn.memory_influences VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dc4c-71f0-9aa0-fcbfd9309bdd', 8);

INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', -8475246715717052324, 0, '\x0000c009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', -5176375228051642332, 0, '\x0000c009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 6435576594205719870, 0, '\x0000c009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 3418243333624798121, 0, '\x0000c009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', -3982441946179922205, 0, '\x00004009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', -5905286194894419323, 0, '\x00004009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 6018783442658545226, 0, '\x00004009');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -4057649010533172946, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 3228741947232811136, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 8124637737806628742, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -7960466038764821912, 0, '\x0000c01b008040230100402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -3373898680828311805, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 597601469209990130, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 8094477525594600480, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 344928339848317710, 0, '\x0000c01b0040c01b0081002300c100230101402b0141402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -6437845541518862544, 0, '\x0000401b0040401b0080402300c040230100402b0140402b018040120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -4310859013799489664, 0, '\x0000401b0040401b0080402300c040230100402b0140402b018040120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 7400525742931911232, 0, '\x0000401b0040401b0080402300c040230100402b0140402b0180401201c040060200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -1599302421855198551, 0, '\x0040c01b00c040230140402b01c04006');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 2924854373255604870, 0, '\x0080c0230100402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -7017026400453420613, 0, '\x00c0c0230140402b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 6308475524888603148, 0, '\x0100c02b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -3285298176880810921, 0, '\x0140c02b');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 3642139579916439537, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -8306688698722047519, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 4732990130306224221, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 4709112789186412144, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -1417982564011563573, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -2704304496315498646, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 5299465428170273601, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -4496445645475865455, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 7890012835442205955, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 3499911583446676617, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -5775716145675906432, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -3252814441235220118, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 798000715358766815, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -9073129054225393486, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -8511562321020219274, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 6767869033110320288, 0, '\x0180c0120200400e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 4417008855016584916, 0, '\x01c0c006');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 2839472734073477009, 0, '\x01c04006');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -261609721080351048, 0, '\x0200c00e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 171304721775185803, 0, '\x0200c00e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -7010775154849680994, 0, '\x0200c00e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -7083157837764186408, 0, '\x0200c00e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -7512580101292107307, 0, '\x0200c00e');
INSERT INTO cairn.memory_postings VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', -8835458450928803526, 0, '\x0200c00e');

INSERT INTO cairn.memory_totals VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7cc-7388-80e7-9771f1585919', 4, 1, 0);
INSERT INTO cairn.memory_totals VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7cc-7388-80e7-9771f1585919', 4, 9, 2);

INSERT INTO cairn.migration_digests VALUES ('0001_directory', '9cf730e0b61d24bcb49822f5fb01da7696c0dfd6d27a125aba7503e98689d026');
INSERT INTO cairn.migration_digests VALUES ('0002_tenancy', '6cc6cfce67907729a9198dc69b7d905b5bc5e6f6b11826c291ea756b65312505');
INSERT INTO cairn.migration_digests VALUES ('0003_memories', 'ba06665c4d7cb6e9a3b84402700ba101bde984490b6f65f7196b054e47a3f48b');
INSERT INTO cairn.migration_digests VALUES ('0004_knowledge', '122cd175ad78626e97f5bf3a15f100c11241c34f8d608a129c438d451c306682');
INSERT INTO cairn.migration_digests VALUES ('0005_accounts', '1ebd776af03e4ae42ec75a915becae12ba3531005b12c9f35ebce6c750fce948');
INSERT INTO cairn.migration_digests VALUES ('0006_oauth', '1b8c5371f4f532f3e0687bc1fa5a1779952f2614e4e6d9e88c5549e15f41681b');
INSERT INTO cairn.migration_digests VALUES ('0007_vectors', '09ca11124dc02bf3bc47a39d3958ef2875cd5723205bde60e18619f0b57d151e');
INSERT INTO cairn.migration_digests VALUES ('0008_memory_recall', 'e600117bb860c8150454a2f8021109123548fb6c0fc68593016e8010fb89a9f1');

INSERT INTO cairn.oauth_clients VALUES ('eY707lG0JaYD3vuiaYwRQruLaDkkYGdrQ1gVZ_YUYSu', '{"client_id": "eY707lG0JaYD3vuiaYwRQruLaDkkYGdrQ1gVZ_YUYSu", "client_name": "An app", "grant_types": ["authorization_code"], "subject_type": "public", "redirect_uris": ["https://app.example/callback"], "response_types": ["code"], "application_type": "web", "require_auth_time": false, "client_id_issued_at": 1795870548, "client_secret_expires_at": 0, "token_endpoint_auth_method": "client_secret_post", "id_token_signed_response_alg": "RS256"}', '\x0155f5f2ac77189590e199d598cb472eac22a794c9d616176bbf42f48fe96a0744e5ab87afc9aac9fbb032a7a98b1d78f9c8125bb569677d7913cdd663d8424357ad4e2e8162b3ecc1a27517b5ada0b1bea22cd05342b152ad1c518a5a3352126f1cbeab59697476f35ec9870ecdd29b04daa0cd2f0754185e9f401bdef90d', false, '2026-11-28 12:55:48.592+00', '2026-11-28 12:55:51.726+00');

INSERT INTO cairn.oauth_keys VALUES ('01a22239-d965-7210-9d85-69467e27b9eb', '\x01c9d3df18d51f65b3ce7cc5cda02afa5ac82a0a88a670e6a8694e63efa1088de777635e2f1394681aa2d137622c0f9dee8ef50d0eb79b5ad3f584f2511ed2c465f023737447a1bcdf71ea747cc5c1b96b150994afde7764c22f2da4567cea4e95bc30763f217f16eb8607c28013eb36333bc58a8854e8d681ad4a6dbb82b1d85dc018ccb7d9ff8bad3f8200b7bdc4a1e81fee1156087375d7f9f6a7ef32923fc3942ed3d80f2440456e66922fc3195df6ea1de684fb63b4c591550bed09cdc1435f1511edac43428619f0b5ac0167d2f2ad445ab30e7988836e0782c6ae6075d59729f079d34977199a6a6b8b87d565f2a156f48df5f65be0792b0ce2b527b31fd1074154f5eecdb3f483b464a833e34eedde46931e05bfa080933237a5b6b8354e16ebaf23ad464870828d2e4a8368d81d58d31592cb7340288d623331323d9cb4c312b7a37765e8c015fa0a0aee3e412fcffe964b80573b5c088351aa880962a18b8050c19278f0c97b98813be928fed6ec1e2929cbc193a2f5725085f4d9d2092a9aaed72b4d7cda3d24c07867cf813d4280bcdbc36e842a8932b4dddd668f39886f47974d6be1b86ab508320bacf2d66fed0413984f770756fa902d614a2684776112a5e520039da21cf62449e4895cd8f81020a9d33cc501c145825e9e949108f37f5c5e4bc646c8728e05dbe2431dd37965de6fc882529063f26787e0768eb84e24aa534753f6a50dc8b8a041ae3014e443cd80270e87c7bb40c4aca2b90a843b6b5c6bbbf5a16a184048cb66a4d48e0bd917f14bea17558034b9b01aec73ba266d8a3c23a5d7efdc76cf260c17c13ab457f04bffa3765653813ba7d26049c571e4056fcc42312b2afb8b43b5af0a291f15e7df84a3a2618d6979a4a67a9f9f19425ecaa9f5ba7c3244c15957b8734b22a30ee18bfef432b46cec3fcdeba551a1214d8d2cd5e27c95ba9b6219328c6ae0bbb8aa55b6c3129ff2e68209eb1dea814975185fd6717e15dc27844eb5462cef8e835453160fdd452b989e6ba6bb3ce24e05c911897cae58787c2946d4a376979bf4aa01ee3e2951d52a5b8020a0a51ee17572d9c82efff9988ae8f2aa4168c16a077271dfdf031af37863f7ce305fa1f2284c23607437b68acc3a25c560a9dfefcbd447c721b6d2a4ccd9e868c20fed2cd96ca5f59a4e031393653f2e6ea860d4a6edae61d33bdd68185d7a112fbd3513fddb20d00603686f4969d3ef2b13cf373de38bffb3db595fa4179ff2440f19f7cbdf9f4cf9c402a37e65da844862cb5188f8b3c1ab59c9ab94d35284eb15b9e5d5d36a70f903652f5ee926632bae381ba5b44e694331dce26be1d0f0533f0ff5c586c3fe6fffb1172c6eb60f0264287bb18f0900a949daeb28805005c70b395c4e61871aadbbfb10a2f11d22bf976b49f66c9e77da261e25c7e50ba1ba40548db27214a51da23fccd95420389faa9e552e5123faedede7c1d8dec9b852c6f41ba39fa3826f7afd39e0b8eab604482e902b56250d7ac1279952e96f004585c608d2ef3921ac6967ffbf2aed6cb3e86f3a1f31240c3697a80911b4c7ac526ce41e18be784069922ad24e48d670e56b8ae762215409901f381a344da5d90750704a9314db4d561f1333a27af7aee0a3d6c10e2ff53e32bef2fb9a5aa87f8be3d3f41c88dca7b1c1aea8ded014e792bd829cc8a6d6b3e34ee4a663e651c4bd9383b67155cbc77a2efbfc55517aa41558b17f8959dd3d58ea98f5509c264f605ed42b013f563620beac999c01f1b4e276183b2783ac2d2da2adacbb27729a825b18f2b7c49c9810da31e09e61a5fe772abb273f470678b4094621d43a28a51fd42fc0d37feb584ecbdb85adee3637fa962b73fe093c55d4c5951026cea16ace9fab4ce82a1c068f9b77d63b4c0d7f800bcda295e58794da5b441b0385d3a57eddb7841e870148dc24fa9bdcee1950d0d7ad70d8783291103ff6d44c1ee80bccdc2a0e0ad1c12f2724a5c08239c5d3b210539eb35e9d5bbdb054604ac1088a44f7da0d4c142d5a493696c19d430fbfc9c2cd45d852f4bc81a7c810b787a3dd2d1f207fc0f7caf8fe17c50b437dcd02d8d55301e44892103d64c23798f3a261cdafb6838b1142e2931fc8274165dd0d1ba87ab5c082f372a2b4f88581bfd5c1c3e7efa5ce06d48743cdab7a2afee5ab8367c1f75679063a0c3e939871b08f58f435beaa3dfccb01d4e98de0f0552d07da4a50cb89955fab8ee5022df20eeb1be1d6e7986eeca8e94a8b734cd2b73991d60a3f7b8ad430d79c65fc8592c46b56d75ca26ffacbffb968612260998356745ef262acd80351282fb8a59023b8896a640d6e618b2a257b07bc0913de36f38093b82c6275614fd24c66adf2e15707fbf27be42963d7c3e8d24361d4bf9475a26e1c387022e6c7c802a2a1e370330c5323c0a38251fd213f361a7c94d71f', '2026-11-28 12:55:46.274+00');

INSERT INTO cairn.passages VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dcaf-7150-aca9-ee5338b2f98c', 0, 0, 78, '\x0185e3054949754c89cf0efb40f3eda7015739b292a23cbf44f87d66278555739022f5768759c08400509423f1dce655245ea70da4bd0f8d9194b7766027bbd045a0116f1d2d7d657d697f4c41ffe16ab310ec75f136091fce871ec24fa357368d1f75047742ee70eceef1c01ae8d0b908f185a8d3d9fc3fbdfdabc83fc975');
INSERT INTO cairn.passages VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-dfdc-77b3-a0df-3fb1ade7a101', 0, 0, 76, '\x01eeecde9dc7e0b51406d78b10bd23edb8345fdfd6d412a3d4ff5a0e15c3da622e6e147c89e1c7e49cf7adb9db1cff73ea867886259c9d8e5cafcdc3282108ae8b0c4fab869e8f0ace5a229ea6b609b2cfdfeaab2c9795270d5572cb306fbe5f94ff1fb7209ca22bd62e083d2e46bceb06f501e327ce0b6c958825c122779043e055');

INSERT INTO cairn.project_keys VALUES ('01a22239-d7d6-737b-8960-d46579764578', '\x010daec88d621e3a9b062e2b6d76ab5806c8984716abe15e716a45a806d60b0e631ffe551ce875ba99372c99578fd533e90c3cd192f1a72993f3e660c118d827c427f514bd16792315', '2026-11-28 12:55:45.669+00');
INSERT INTO cairn.project_keys VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '\x0155c55b9acf63d33257607a9121c4a80d67092faf9f4cc956660ee734c6dcc3e15a46628d3ab854f3326a7593eb4a3ea30e0b9247bf26f60a6505d16c57f757c60fe65ac4f4e84d2c', '2026-11-28 12:55:46.89+00');

INSERT INTO cairn.projects VALUES ('01a22239-d7d6-737b-8960-d46579764578', '01a22239-d7d3-7767-9660-38710652c5b9', 'My project', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:45.669+00');
INSERT INTO cairn.projects VALUES ('01a22239-dbdb-77ac-957e-8a8f0a682262', '01a22239-d7d3-7767-9660-38710652c5b9', 'Second project', '2026-11-28 12:55:46.89+00', '2026-11-28 12:55:46.89+00');

INSERT INTO cairn.users VALUES ('01a22239-d7cc-7388-80e7-9771f1585919', 'ada@example.org', NULL, '$argon2id$v=19$m=65536,t=2,p=1$gLsfaLZwVKd3A3eLdkjsbQ$sFXt3yY5TlVrePA/VOUvUqNSdOYtHQK3/ExxKa/7Ack', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:45.669+00');
INSERT INTO cairn.users VALUES ('01a22239-e16d-7468-9837-b1900717d55c', 'bob@example.org', 'Bob', '$argon2id$v=19$m=65536,t=2,p=1$cVKehhabiw4h48v8/MvSKg$eb9bN7OSbLMlp7X+i6LXLwuLVTOuB47BKgUQjUwL89c', '2026-11-28 12:55:48.329+00', '2026-11-28 12:55:48.329+00');

INSERT INTO cairn.workspace_members VALUES ('01a22239-d7d3-7767-9660-38710652c5b9', '01a22239-d7cc-7388-80e7-9771f1585919', 'owner', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:45.669+00');
INSERT INTO cairn.workspace_members VALUES ('01a22239-d7d3-7767-9660-38710652c5b9', '01a22239-e16d-7468-9837-b1900717d55c', 'member', '2026-11-28 12:55:48.329+00', '2026-11-28 12:55:48.329+00');

INSERT INTO cairn.workspaces VALUES ('01a22239-d7d3-7767-9660-38710652c5b9', 'My workspace', 'free', '2026-11-28 12:55:45.669+00', '2026-11-28 12:55:45.669+00');

SELECT pg_catalog.setval('cairn.index_block_ids', 1, true);

ALTER TABLE ONLY cairn.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.block_postings
    ADD CONSTRAINT block_postings_pkey PRIMARY KEY (project_id, term, block);

ALTER TABLE ONLY cairn.directory_events
    ADD CONSTRAINT directory_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.document_parts
    ADD CONSTRAINT document_parts_pkey PRIMARY KEY (project_id, version_id, kind, start);

ALTER TABLE ONLY cairn.document_versions
    ADD CONSTRAINT document_versions_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.index_blocks
    ADD CONSTRAINT index_blocks_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.index_members
    ADD CONSTRAINT index_members_pkey PRIMARY KEY (project_id, block, base);

ALTER TABLE ONLY cairn.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY cairn.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.invitations
    ADD CONSTRAINT invitations_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY cairn.kept_answers
    ADD CONSTRAINT kept_answers_pkey PRIMARY KEY (project_id, credential_id, key);

ALTER TABLE ONLY cairn.knowledge_stats
    ADD CONSTRAINT knowledge_stats_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY cairn.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY cairn.memories
    ADD CONSTRAINT memories_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.memory_index
    ADD CONSTRAINT memory_index_pkey PRIMARY KEY (project_id, user_id, "position");

ALTER TABLE ONLY cairn.memory_index_stats
    ADD CONSTRAINT memory_index_stats_pkey PRIMARY KEY (project_id, user_id);

ALTER TABLE ONLY cairn.memory_influences
    ADD CONSTRAINT memory_influences_pkey PRIMARY KEY (project_id, source_id, "position");

ALTER TABLE ONLY cairn.memory_postings
    ADD CONSTRAINT memory_postings_pkey PRIMARY KEY (project_id, user_id, term, block);

ALTER TABLE ONLY cairn.memory_reindex
    ADD CONSTRAINT memory_reindex_pkey PRIMARY KEY (project_id, user_id, memory_id);

ALTER TABLE ONLY cairn.memory_totals
    ADD CONSTRAINT memory_totals_pkey PRIMARY KEY (project_id, user_id, slot);

ALTER TABLE ONLY cairn.memory_vectors
    ADD CONSTRAINT memory_vectors_pkey PRIMARY KEY (project_id, user_id, model, pack);

ALTER TABLE ONLY cairn.migration_digests
    ADD CONSTRAINT migration_digests_pkey PRIMARY KEY (name);

ALTER TABLE ONLY cairn.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.oauth_connections
    ADD CONSTRAINT oauth_connections_grant_hash_key UNIQUE (grant_hash);

ALTER TABLE ONLY cairn.oauth_connections
    ADD CONSTRAINT oauth_connections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.oauth_keys
    ADD CONSTRAINT oauth_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.oauth_records
    ADD CONSTRAINT oauth_records_pkey PRIMARY KEY (model, id_hash);

ALTER TABLE ONLY cairn.oauth_tickets
    ADD CONSTRAINT oauth_tickets_interaction_hash_user_id_key UNIQUE (interaction_hash, user_id);

ALTER TABLE ONLY cairn.oauth_tickets
    ADD CONSTRAINT oauth_tickets_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY cairn.oauth_tokens
    ADD CONSTRAINT oauth_tokens_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY cairn.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (project_id, id);

ALTER TABLE ONLY cairn.passage_vectors
    ADD CONSTRAINT passage_vectors_pkey PRIMARY KEY (project_id, version_id, model, first_ordinal);

ALTER TABLE ONLY cairn.passages
    ADD CONSTRAINT passages_pkey PRIMARY KEY (project_id, version_id, ordinal);

ALTER TABLE ONLY cairn.project_keys
    ADD CONSTRAINT project_keys_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY cairn.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.sessions
    ADD CONSTRAINT sessions_secret_hash_key UNIQUE (secret_hash);

ALTER TABLE ONLY cairn.user_answers
    ADD CONSTRAINT user_answers_pkey PRIMARY KEY (user_id, key);

ALTER TABLE ONLY cairn.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY cairn.workspace_members
    ADD CONSTRAINT workspace_members_pkey PRIMARY KEY (workspace_id, user_id);

ALTER TABLE ONLY cairn.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX api_keys_secret ON cairn.api_keys USING btree (secret_hash);

CREATE INDEX block_postings_block ON cairn.block_postings USING btree (project_id, block);

CREATE INDEX directory_events_user ON cairn.directory_events USING btree (user_id, at);

CREATE INDEX directory_events_workspace ON cairn.directory_events USING btree (workspace_id, at);

CREATE INDEX document_versions_document ON cairn.document_versions USING btree (project_id, document_id);

CREATE INDEX document_versions_indexed ON cairn.document_versions USING btree (reindex_offered_at NULLS FIRST) WHERE (status = 'ready'::text);

CREATE INDEX document_versions_unfinished ON cairn.document_versions USING btree (updated_at) WHERE (status = ANY (ARRAY['queued'::text, 'parsing'::text, 'indexing'::text]));

CREATE INDEX documents_newest ON cairn.documents USING btree (project_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX documents_title ON cairn.documents USING btree (project_id, title);

CREATE INDEX index_blocks_version ON cairn.index_blocks USING btree (project_id, version_id);

CREATE INDEX index_members_document ON cairn.index_members USING btree (project_id, document_id);

CREATE INDEX index_members_version ON cairn.index_members USING btree (project_id, version_id, first_ordinal);

CREATE INDEX invitations_expiry ON cairn.invitations USING btree (expires_at);

CREATE INDEX invitations_inviter ON cairn.invitations USING btree (invited_by);

CREATE INDEX invitations_workspace ON cairn.invitations USING btree (workspace_id, created_at);

CREATE INDEX kept_answers_age ON cairn.kept_answers USING btree (created_at);

CREATE INDEX memories_in_session ON cairn.memories USING btree (project_id, user_id, session_id, occurred_at, id) WHERE (session_id IS NOT NULL);

CREATE INDEX memories_newest ON cairn.memories USING btree (project_id, user_id, created_at DESC, id DESC);

CREATE INDEX memories_of_agent ON cairn.memories USING btree (project_id, user_id, agent_id, created_at DESC, id DESC) WHERE (agent_id IS NOT NULL);

CREATE INDEX memories_of_session ON cairn.memories USING btree (project_id, user_id, session_id, created_at DESC, id DESC) WHERE (session_id IS NOT NULL);

CREATE INDEX memories_of_system ON cairn.memories USING btree (project_id, user_id, created_at DESC, id DESC) WHERE (scope = 'system'::text);

CREATE INDEX memories_unindexed ON cairn.memories USING btree (project_id, user_id, created_at, id) WHERE (index_position IS NULL);

CREATE INDEX memory_index_analyser ON cairn.memory_index USING btree (project_id, user_id, analyser, "position");

CREATE INDEX memory_index_embedded ON cairn.memory_index USING btree (project_id, user_id, embedded_by, "position");

CREATE INDEX oauth_clients_unused ON cairn.oauth_clients USING btree (created_at) WHERE (granted_at IS NULL);

CREATE INDEX oauth_connections_client ON cairn.oauth_connections USING btree (client_id);

CREATE INDEX oauth_connections_project ON cairn.oauth_connections USING btree (project_id);

CREATE INDEX oauth_connections_user ON cairn.oauth_connections USING btree (user_id);

CREATE INDEX oauth_records_expiry ON cairn.oauth_records USING btree (expires_at);

CREATE INDEX oauth_records_grant ON cairn.oauth_records USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX oauth_tickets_expiry ON cairn.oauth_tickets USING btree (expires_at);

CREATE INDEX oauth_tokens_connection ON cairn.oauth_tokens USING btree (connection_id);

CREATE INDEX outbox_age ON cairn.outbox USING btree (created_at);

CREATE INDEX passage_vectors_generation ON cairn.passage_vectors USING btree (project_id, model, generation) WHERE (generation IS NOT NULL);

CREATE INDEX projects_workspace ON cairn.projects USING btree (workspace_id);

CREATE INDEX sessions_expiry ON cairn.sessions USING btree (expires_at);

CREATE INDEX sessions_user ON cairn.sessions USING btree (user_id);

CREATE UNIQUE INDEX users_email ON cairn.users USING btree (lower(email));

CREATE INDEX workspace_members_user ON cairn.workspace_members USING btree (user_id);

CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON cairn.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION cairn.refuse_change();

CREATE TRIGGER directory_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON cairn.directory_events FOR EACH STATEMENT EXECUTE FUNCTION cairn.refuse_change();

CREATE TRIGGER outbox_announced AFTER INSERT ON cairn.outbox FOR EACH STATEMENT EXECUTE FUNCTION cairn.announce_outbox();

CREATE TRIGGER workspace_members_connections AFTER DELETE ON cairn.workspace_members FOR EACH ROW EXECUTE FUNCTION cairn.end_connections();

ALTER TABLE ONLY cairn.api_keys
    ADD CONSTRAINT api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.block_postings
    ADD CONSTRAINT block_postings_project_id_block_fkey FOREIGN KEY (project_id, block) REFERENCES cairn.index_blocks(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.document_parts
    ADD CONSTRAINT document_parts_project_id_version_id_fkey FOREIGN KEY (project_id, version_id) REFERENCES cairn.document_versions(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.document_versions
    ADD CONSTRAINT document_versions_project_id_document_id_fkey FOREIGN KEY (project_id, document_id) REFERENCES cairn.documents(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.documents
    ADD CONSTRAINT documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.index_blocks
    ADD CONSTRAINT index_blocks_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.index_blocks
    ADD CONSTRAINT index_blocks_project_id_version_id_fkey FOREIGN KEY (project_id, version_id) REFERENCES cairn.document_versions(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.index_members
    ADD CONSTRAINT index_members_project_id_block_fkey FOREIGN KEY (project_id, block) REFERENCES cairn.index_blocks(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.index_members
    ADD CONSTRAINT index_members_project_id_version_id_fkey FOREIGN KEY (project_id, version_id) REFERENCES cairn.document_versions(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.invitations
    ADD CONSTRAINT invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES cairn.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY cairn.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.invitations
    ADD CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES cairn.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.kept_answers
    ADD CONSTRAINT kept_answers_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.knowledge_stats
    ADD CONSTRAINT knowledge_stats_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_connections
    ADD CONSTRAINT oauth_connections_client_id_fkey FOREIGN KEY (client_id) REFERENCES cairn.oauth_clients(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_connections
    ADD CONSTRAINT oauth_connections_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_connections
    ADD CONSTRAINT oauth_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_tickets
    ADD CONSTRAINT oauth_tickets_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_tickets
    ADD CONSTRAINT oauth_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.oauth_tokens
    ADD CONSTRAINT oauth_tokens_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES cairn.oauth_connections(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.outbox
    ADD CONSTRAINT outbox_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.passage_vectors
    ADD CONSTRAINT passage_vectors_project_id_version_id_fkey FOREIGN KEY (project_id, version_id) REFERENCES cairn.document_versions(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.passages
    ADD CONSTRAINT passages_project_id_version_id_fkey FOREIGN KEY (project_id, version_id) REFERENCES cairn.document_versions(project_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.project_keys
    ADD CONSTRAINT project_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES cairn.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.projects
    ADD CONSTRAINT projects_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES cairn.workspaces(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.user_answers
    ADD CONSTRAINT user_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.workspace_members
    ADD CONSTRAINT workspace_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES cairn.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY cairn.workspace_members
    ADD CONSTRAINT workspace_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES cairn.workspaces(id) ON DELETE CASCADE;

ALTER TABLE cairn.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.block_postings ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.document_parts ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.document_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.index_blocks ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.index_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.kept_answers ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.knowledge_stats ENABLE ROW LEVEL SECURITY;

CREATE POLICY lapse ON cairn.kept_answers TO cairn_maintenance USING (true);

ALTER TABLE cairn.memories ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_index ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_index_stats ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_influences ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_postings ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_reindex ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_totals ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.memory_vectors ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.passage_vectors ENABLE ROW LEVEL SECURITY;

ALTER TABLE cairn.passages ENABLE ROW LEVEL SECURITY;

CREATE POLICY presented ON cairn.api_keys FOR SELECT TO cairn_app USING ((secret_hash = decode(NULLIF(current_setting('cairn.presented_hash'::text, true), ''::text), 'hex'::text)));

ALTER TABLE cairn.project_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY relay ON cairn.document_versions TO cairn_maintenance USING (true) WITH CHECK (true);

CREATE POLICY relay ON cairn.outbox TO cairn_maintenance USING (true) WITH CHECK (true);

CREATE POLICY sweep ON cairn.memories FOR SELECT TO cairn_maintenance USING (true);

CREATE POLICY sweep ON cairn.memory_index FOR SELECT TO cairn_maintenance USING (true);

CREATE POLICY sweep ON cairn.memory_index_stats FOR SELECT TO cairn_maintenance USING (true);

CREATE POLICY sweep ON cairn.memory_reindex FOR SELECT TO cairn_maintenance USING (true);

CREATE POLICY tenant ON cairn.api_keys TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.audit_entries TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.block_postings TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.document_parts TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.document_versions TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.documents TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.index_blocks TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.index_members TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.kept_answers TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.knowledge_stats TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memories TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_index TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_index_stats TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_influences TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_postings TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_reindex TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_totals TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.memory_vectors TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.outbox TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.passage_vectors TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.passages TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

CREATE POLICY tenant ON cairn.project_keys TO cairn_app USING ((project_id = cairn.current_project())) WITH CHECK ((project_id = cairn.current_project()));

GRANT USAGE ON SCHEMA cairn TO cairn_app;
GRANT USAGE ON SCHEMA cairn TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.api_keys TO cairn_app;

GRANT SELECT,INSERT ON TABLE cairn.audit_entries TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.block_postings TO cairn_app;

GRANT SELECT,INSERT ON TABLE cairn.directory_events TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.document_parts TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.document_versions TO cairn_app;

GRANT SELECT(project_id) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(id) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(status) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(claim_expires_at) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(updated_at),UPDATE(updated_at) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(analyser) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(embedding_model) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT(reindex_offered_at),UPDATE(reindex_offered_at) ON TABLE cairn.document_versions TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.documents TO cairn_app;

GRANT USAGE ON SEQUENCE cairn.index_block_ids TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.index_blocks TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.index_members TO cairn_app;

GRANT SELECT,INSERT ON TABLE cairn.installation TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.invitations TO cairn_app;
GRANT DELETE ON TABLE cairn.invitations TO cairn_maintenance;

GRANT SELECT(expires_at) ON TABLE cairn.invitations TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.kept_answers TO cairn_app;
GRANT DELETE ON TABLE cairn.kept_answers TO cairn_maintenance;

GRANT SELECT(project_id) ON TABLE cairn.kept_answers TO cairn_maintenance;

GRANT SELECT(created_at) ON TABLE cairn.kept_answers TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.knowledge_stats TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memories TO cairn_app;

GRANT SELECT(project_id) ON TABLE cairn.memories TO cairn_maintenance;

GRANT SELECT(user_id) ON TABLE cairn.memories TO cairn_maintenance;

GRANT SELECT(index_position) ON TABLE cairn.memories TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_index TO cairn_app;

GRANT SELECT(project_id) ON TABLE cairn.memory_index TO cairn_maintenance;

GRANT SELECT(user_id) ON TABLE cairn.memory_index TO cairn_maintenance;

GRANT SELECT(analyser) ON TABLE cairn.memory_index TO cairn_maintenance;

GRANT SELECT(embedded_by) ON TABLE cairn.memory_index TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_index_stats TO cairn_app;

GRANT SELECT(project_id) ON TABLE cairn.memory_index_stats TO cairn_maintenance;

GRANT SELECT(user_id) ON TABLE cairn.memory_index_stats TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_influences TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_postings TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_reindex TO cairn_app;

GRANT SELECT(project_id) ON TABLE cairn.memory_reindex TO cairn_maintenance;

GRANT SELECT(user_id) ON TABLE cairn.memory_reindex TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_totals TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.memory_vectors TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.oauth_clients TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.oauth_clients TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.oauth_connections TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.oauth_connections TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE ON TABLE cairn.oauth_keys TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.oauth_records TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.oauth_records TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.oauth_tickets TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.oauth_tickets TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.oauth_tokens TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.oauth_tokens TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE ON TABLE cairn.outbox TO cairn_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.outbox TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.passage_vectors TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.passages TO cairn_app;

GRANT SELECT,INSERT,DELETE ON TABLE cairn.project_keys TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.projects TO cairn_app;

GRANT SELECT(id) ON TABLE cairn.projects TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.sessions TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.sessions TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.user_answers TO cairn_app;
GRANT SELECT,DELETE ON TABLE cairn.user_answers TO cairn_maintenance;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.users TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.workspace_members TO cairn_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE cairn.workspaces TO cairn_app;
