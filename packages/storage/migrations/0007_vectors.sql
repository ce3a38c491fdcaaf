-- The passage index in blocks, and vectors of passages.
--
-- A block holds the postings of up to 1,024 passages. A long version has blocks of its own; short ones share, so that the
-- number of rows that a search reads does not grow with the number of documents. A slot is a passage's place in its block and
-- is never given to another one.

alter table cairn.document_versions
  -- what cut the passages into terms, and whose vectors they have; what is older than the service's own is done again
  add column analyser int not null default 0,
  add column embedding_model text,
  -- when it was last offered to be done again
  add column reindex_offered_at timestamptz;
create index document_versions_indexed on cairn.document_versions (reindex_offered_at nulls first) where status = 'ready';
grant select (analyser, embedding_model, reindex_offered_at), update (reindex_offered_at) on cairn.document_versions to cairn_maintenance;

alter table cairn.knowledge_stats
  -- of the vectors that became visible last
  add column generation bigint not null default 0;

-- Of all projects: whoever stages a block waits for nobody.
create sequence cairn.index_block_ids as int;
grant usage on sequence cairn.index_block_ids to cairn_app;

create table cairn.index_blocks (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id int not null,
  -- whose it is; null when several versions share it
  version_id uuid,
  -- whether its passages are found; one that is shared holds live versions only
  live boolean not null,
  -- the next free slot
  slots int not null,
  passages int not null,
  primary key (project_id, id),
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);
create index index_blocks_version on cairn.index_blocks (project_id, version_id);

-- Which passages of which version stand in a block: slots base to base + passages - 1.
create table cairn.index_members (
  project_id uuid not null,
  block int not null,
  base int not null,
  passages int not null,
  version_id uuid not null,
  document_id uuid not null,
  first_ordinal int not null,
  -- hashes of its terms, eight bytes each, when the block is shared: where its postings are
  terms bytea,
  primary key (project_id, block, base),
  foreign key (project_id, block) references cairn.index_blocks (project_id, id) on delete cascade,
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);
alter table cairn.index_members alter column terms set storage external;
create index index_members_version on cairn.index_members (project_id, version_id, first_ordinal);
create index index_members_document on cairn.index_members (project_id, document_id);

create table cairn.block_postings (
  project_id uuid not null,
  term bigint not null,
  block int not null,
  -- four bytes for each passage that holds the term, little-endian, by slot: slot << 16 | count << 10 | length of the passage
  entries bytea not null,
  primary key (project_id, term, block),
  foreign key (project_id, block) references cairn.index_blocks (project_id, id) on delete cascade
) with (fillfactor = 80);
alter table cairn.block_postings alter column entries set storage external;
create index block_postings_block on cairn.block_postings (project_id, block);

-- Vectors of up to 128 passages of a version by one model.
create table cairn.passage_vectors (
  project_id uuid not null,
  version_id uuid not null,
  model text not null,
  first_ordinal int not null,
  passages int not null,
  -- keyed hash of what was embedded, so that an attempt goes on where another one stopped
  digest bytea not null,
  -- one bit a dimension
  codes bytea not null,
  -- one byte a dimension
  vectors bytea not null,
  -- counts up within the project as vectors become visible; null before
  generation bigint,
  primary key (project_id, version_id, model, first_ordinal),
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);
alter table cairn.passage_vectors alter column codes set storage external, alter column vectors set storage external;
create index passage_vectors_generation on cairn.passage_vectors (project_id, model, generation) where generation is not null;

-- The owner itself is behind the tenant wall, unless it is a superuser; what follows reads every project.
alter table cairn.documents no force row level security;
alter table cairn.document_versions no force row level security;
alter table cairn.passages no force row level security;
alter table cairn.postings no force row level security;
alter table cairn.knowledge_stats no force row level security;

-- What is there already goes over as it is, each version into blocks of its own; rows are about a thousand passages as before.
insert into cairn.index_blocks (project_id, id, version_id, live, slots, passages)
  select project_id, row_number() over (partition by project_id order by version_id, first_ordinal), version_id, live, passages, passages
  from (
    select p.project_id, p.version_id, p.ordinal / 1000 * 1000 as first_ordinal, count(*) as passages, bool_or(d.live_version = v.id) as live
    from cairn.passages p
    join cairn.document_versions v on v.project_id = p.project_id and v.id = p.version_id
    join cairn.documents d on d.project_id = v.project_id and d.id = v.document_id
    where d.live_version = v.id
    group by 1, 2, 3) segments;
insert into cairn.index_members (project_id, block, base, passages, version_id, document_id, first_ordinal)
  select b.project_id, b.id, 0, b.passages, b.version_id, v.document_id,
    (row_number() over (partition by b.project_id, b.version_id order by b.id) - 1) * 1000
  from cairn.index_blocks b
  join cairn.document_versions v on v.project_id = b.project_id and v.id = b.version_id;
select setval('cairn.index_block_ids', (select coalesce(max(id), 0) + 1 from cairn.index_blocks), false);

create function cairn.move_entries(p_entries bytea, p_first int) returns bytea language plpgsql immutable as $$
declare
  at int := 0;
  ordinal int := 0;
  value int;
  shift int;
  byte int;
  fields int[];
  packed bigint;
  moved bytea := '';
begin
  while at < octet_length(p_entries) loop
    fields := '{}';
    for field in 1..3 loop
      value := 0;
      shift := 0;
      loop
        byte := get_byte(p_entries, at);
        at := at + 1;
        value := value | ((byte & 127) << shift);
        shift := shift + 7;
        exit when byte < 128;
      end loop;
      fields := fields || value;
    end loop;
    ordinal := ordinal + fields[1];
    packed := ((ordinal - p_first)::bigint << 16) | (least(fields[2], 63) << 10) | least(fields[3], 1023);
    moved := moved || set_byte(set_byte(set_byte(set_byte('\x00000000'::bytea, 0, (packed & 255)::int),
      1, ((packed >> 8) & 255)::int), 2, ((packed >> 16) & 255)::int), 3, ((packed >> 24) & 255)::int);
  end loop;
  return moved;
end $$;
insert into cairn.block_postings (project_id, term, block, entries)
  select p.project_id, p.term, m.block, cairn.move_entries(p.entries, p.first_ordinal)
  from cairn.postings p
  join cairn.index_members m on m.project_id = p.project_id and m.version_id = p.version_id and m.first_ordinal = p.first_ordinal;
drop function cairn.move_entries;
drop function cairn.lookup_terms;
drop table cairn.postings;

do $$
declare t text;
begin
  foreach t in array array['documents', 'document_versions', 'passages', 'knowledge_stats'] loop
    execute format('alter table cairn.%I force row level security', t);
  end loop;
  foreach t in array array['index_blocks', 'index_members', 'block_postings', 'passage_vectors'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update, delete on cairn.index_blocks, cairn.index_members, cairn.block_postings, cairn.passage_vectors to cairn_app;

-- Postings of some terms and the size of the index, in one snapshot. The first row always comes: it carries the size, and for
-- a filter on documents their spans (block, base, passages). The others carry how many passages hold their term, and where: the
-- rarest terms until p_budget postings are read, a row for each term, as (block, number of entries, entries) one after another.
-- Planned once a connection, and not by the sizes of that moment: the tables may be empty.
create function cairn.read_postings(p_project uuid, p_terms bigint[], p_budget bigint, p_documents uuid[], p_blocks int[])
  returns table (passages bigint, terms bigint, spans bytea, term text, holding bigint, entries bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
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

-- Whose passages stand in some slots, as far as they are still there, with their vectors by a model.
create function cairn.locate_passages(p_project uuid, p_blocks int[], p_slots int[], p_model text)
  returns table (place int, document_id uuid, version_id uuid, ordinal int, vector bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
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

-- The codes that became visible after a generation, oldest first, at most p_limit rows: (block, slot of the first, passages,
-- document, bytes, codes) one after another. `upto` is the last of them, `newest` the project's.
create function cairn.read_codes(p_project uuid, p_model text, p_since bigint, p_limit int)
  returns table (passages bigint, newest bigint, upto bigint, codes bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
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
