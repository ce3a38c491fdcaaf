-- Recall over memories: scope, session, time and metadata of a memory, and the index that finds it.
--
-- A memory is saved with nothing in the index, so that saving costs no more than before; until the worker has indexed it, a search
-- reads it itself. An indexed memory has a position, which is never used again: whoever holds one can only find that memory or
-- nothing. A memory is found by its own words and by those of its neighbours, so `memory_influences` says what to take out of
-- the index when a text changes or goes; that happens in the transaction that changes it, and the worker indexes what is left anew.

alter table cairn.memories
  add column scope text not null default 'agent' check (scope in ('agent', 'system')),
  add column session_id text,
  -- when it happened; null: when it was saved, before there was this column
  add column occurred_at timestamptz(3),
  -- sealed JSON
  add column metadata bytea,
  -- where it is, or was last, in the index; null: never indexed
  add column index_position int;
alter table cairn.memories alter column metadata set storage external;

create index memories_unindexed on cairn.memories (project_id, user_id, created_at, id) where index_position is null;
create index memories_of_system on cairn.memories (project_id, user_id, created_at desc, id desc) where scope = 'system';
create index memories_of_agent on cairn.memories (project_id, user_id, agent_id, created_at desc, id desc) where agent_id is not null;
create index memories_of_session on cairn.memories (project_id, user_id, session_id, created_at desc, id desc) where session_id is not null;
create index memories_in_session on cairn.memories (project_id, user_id, session_id, occurred_at, id)
  where session_id is not null;

-- Updates and deletes of a user's memories so far: what was read of a memory and its neighbours holds while this stands still.
alter table cairn.memory_totals add column changes bigint not null default 0;

-- One row a user: the lock of that user's index, and its size.
create table cairn.memory_index_stats (
  project_id uuid not null,
  user_id uuid not null,
  memories bigint not null default 0,
  terms bigint not null default 0,
  next_position int not null default 0,
  -- raised with every change of a vector
  vectors bigint not null default 0,
  -- what `vectors` was when a whole pack of vectors last went
  vectors_cleared bigint not null default 0,
  primary key (project_id, user_id)
);

create table cairn.memory_index (
  project_id uuid not null,
  user_id uuid not null,
  position int not null,
  memory_id uuid not null,
  length int not null,
  -- version of the analysis that its terms are of
  analyser int not null,
  -- the model of its vector; empty: it has none or lacks a neighbour's text
  embedded_by text collate "C" not null default '',
  -- hashes of the terms it is found by
  terms bigint[] not null,
  -- the memories whose texts it is found by
  sources uuid[] not null,
  primary key (project_id, user_id, position)
);
create index memory_index_analyser on cairn.memory_index (project_id, user_id, analyser, position);
create index memory_index_embedded on cairn.memory_index (project_id, user_id, embedded_by, position);

create table cairn.memory_influences (
  project_id uuid not null,
  source_id uuid not null,
  position int not null,
  primary key (project_id, source_id, position)
);

-- One row for each term and each 1,024 positions. An entry is four bytes, big end first: 10 bits of the position, 8 of the
-- count, 14 of the memory's length in terms; in ascending order.
create table cairn.memory_postings (
  project_id uuid not null,
  user_id uuid not null,
  term bigint not null,
  block int not null,
  entries bytea not null,
  primary key (project_id, user_id, term, block)
);
-- A full row has 4 KiB: it stays in its page and is not squeezed, which hashes and counts do not repay.
alter table cairn.memory_postings alter column entries set storage plain;

-- Vectors of one model, 64 positions a row. `slots` has a byte for each that is there; the others hold theirs in the same order.
create table cairn.memory_vectors (
  project_id uuid not null,
  user_id uuid not null,
  model text collate "C" not null,
  pack int not null,
  version bigint not null,
  slots bytea not null,
  codes bytea not null,
  vectors bytea not null,
  primary key (project_id, user_id, model, pack)
);
alter table cairn.memory_vectors alter column codes set storage external, alter column vectors set storage external;

-- Memories that were in the index and are to be put there anew.
create table cairn.memory_reindex (
  project_id uuid not null,
  user_id uuid not null,
  memory_id uuid not null,
  primary key (project_id, user_id, memory_id)
);

do $$
declare t text;
begin
  foreach t in array array['memory_index_stats', 'memory_index', 'memory_influences', 'memory_postings', 'memory_vectors', 'memory_reindex'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
    execute format('grant select, insert, update, delete on cairn.%I to cairn_app', t);
  end loop;
  -- The sweep looks for users whose index is behind: ids, nothing of a memory.
  foreach t in array array['memories', 'memory_index_stats', 'memory_index', 'memory_reindex'] loop
    execute format('create policy sweep on cairn.%I for select to cairn_maintenance using (true)', t);
  end loop;
end $$;
grant select (project_id, user_id, index_position) on cairn.memories to cairn_maintenance;
grant select (id) on cairn.projects to cairn_maintenance;
grant select (project_id, user_id) on cairn.memory_index_stats, cairn.memory_reindex to cairn_maintenance;
grant select (project_id, user_id, analyser, embedded_by) on cairn.memory_index to cairn_maintenance;

-- Saving and listing, with the new columns.

drop function cairn.save_memories(uuid, uuid, uuid, uuid, text, text[], uuid[], uuid[], bytea[], text[], text[]);
create function cairn.save_memories(
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

-- As in 0003, with the new columns.
drop function cairn.memory_page(uuid, uuid, int, bigint);
create function cairn.memory_page(p_project uuid, p_user uuid, p_limit int, p_offset bigint)
  returns table (total bigint, id uuid, agent_id text, agent_name text, content bytea, created_at timestamptz, updated_at timestamptz,
    scope text, session_id text, occurred_at timestamptz, metadata bytea)
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

-- Taking out of the index.

-- Entries without the one of a slot; the same bytes when it has none.
create function cairn.without_slot(p_entries bytea, p_slot int) returns bytea language plpgsql immutable as $$
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

-- Takes the vectors of one position away, but for those of one model. The caller holds the lock of the user's index.
create function cairn.clear_vectors(p_project uuid, p_user uuid, p_position int, p_but text) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
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

-- Takes one position out of the index, as if it had never been there. The caller holds the lock of the user's index.
create function cairn.clear_position(p_project uuid, p_user uuid, p_position int) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
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

-- Takes everything out of the index that holds words of a memory. Its row is locked by the caller, so no indexing that reads it
-- is under way.
create function cairn.clear_influence(p_project uuid, p_user uuid, p_source uuid) returns void language plpgsql as $$
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

-- Memories came between others of their session that are in the index already: these are found by words of memories that do not
-- stand before them any more, and are to be indexed anew. The caller holds the lock of the user's index.
create function cairn.clear_followers(p_project uuid, p_user uuid, p_ids uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
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

-- A session stands for its person and may change every memory of that person; any other credential only its own.
-- A null content or metadata is left as it is; p_clears takes the metadata away.
drop function cairn.update_memory(uuid, uuid, uuid, uuid, text, text, uuid, uuid, bytea);
create function cairn.update_memory(
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
    delete from cairn.memories where project_id = p_project and id = p_id;
    perform cairn.count_memory(p_project, v_user, -1);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_kind, p_request, 'memory.delete', p_id::text, v_outcome);
  return query select v_outcome, clock_timestamp();
end $$;

-- Looking up.

-- What a search of one user's memories needs, in one snapshot: a row `size`; a row `allowed` with the positions that the filter
-- lets through, when there is one; a row `term` for each term that the index holds, rarest first until there are 250,000
-- entries; and a row `unindexed` for each memory that is not in the index, newest first. A memory is readable by an agent when
-- it is that agent's or of system scope.
create function cairn.lookup_memories(
  p_project uuid, p_user uuid, p_terms bigint[], p_scope text, p_agent text, p_session text, p_reader text, p_unindexed int
) returns table (part text, term text, memories bigint, terms bigint, changes bigint, vectors bigint, cleared bigint,
    entries bytea, id uuid, updated_at timestamptz)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
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

-- Memories with those that stand around them: `place` 0 is the memory itself, -1 and -2 those before it, 1 the one after it. Of
-- the same session in order of what happened; without a session within the hour, among those saved next to it without a session
-- either. Agents with an identifier do not mix; names alone do, since they may tell who speaks.
create function cairn.read_memory_neighbours(p_project uuid, p_user uuid, p_ids uuid[])
  returns table (asked uuid, place int, id uuid, agent_id text, agent_name text, content bytea, created_at timestamptz, updated_at timestamptz,
    scope text, session_id text, occurred_at timestamptz, metadata bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
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

-- Memories by position, each with its vector of the model where it has one. A long content is left out, to be read when it is shown.
create function cairn.read_memory_positions(p_project uuid, p_user uuid, p_positions int[], p_model text)
  returns table (at int, vector bytea, id uuid, agent_id text, agent_name text, content bytea, created_at timestamptz, updated_at timestamptz,
    scope text, session_id text, occurred_at timestamptz, metadata bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  as $$
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

-- The codes of a user's vectors that changed after `since`; all of them when a whole pack went meanwhile.
create function cairn.read_memory_codes(p_project uuid, p_user uuid, p_model text, p_since bigint)
  returns table (version bigint, complete boolean, pack int, slots bytea, codes bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
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
