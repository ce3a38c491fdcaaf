-- Knowledge: documents and their versions, the sealed original and text in parts, passages, and the inverted index.

create table cairn.documents (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  title text not null,
  latest_version uuid not null,
  -- the version that search and reading see; null until one was ready
  live_version uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, id)
);
create unique index documents_title on cairn.documents (project_id, title);
create index documents_newest on cairn.documents (project_id, created_at desc, id desc);

create table cairn.document_versions (
  project_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  media_type text not null,
  size_bytes bigint not null,
  -- keyed hash of the original, under the project's key
  digest bytea not null,
  status text not null check (status in ('queued', 'parsing', 'indexing', 'ready', 'failed')),
  progress smallint not null default 0,
  error_code text,
  error_message text,
  warnings text[] not null default '{}',
  attempts int not null default 0,
  claim_token uuid,
  claim_expires_at timestamptz,
  characters bigint not null default 0,
  passages int not null default 0,
  terms bigint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, id),
  foreign key (project_id, document_id) references cairn.documents (project_id, id) on delete cascade
);
create index document_versions_document on cairn.document_versions (project_id, document_id);
create index document_versions_unfinished on cairn.document_versions (updated_at) where status in ('queued', 'parsing', 'indexing');

-- The original in parts of bytes, the text in parts of UTF-16 units; "start" counts in the same unit.
create table cairn.document_parts (
  project_id uuid not null,
  version_id uuid not null,
  kind text not null check (kind in ('original', 'text')),
  start bigint not null,
  size int not null,
  sealed bytea not null,
  primary key (project_id, version_id, kind, start),
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);
alter table cairn.document_parts alter column sealed set storage external;

create table cairn.passages (
  project_id uuid not null,
  version_id uuid not null,
  ordinal int not null,
  start_at int not null,
  end_at int not null,
  -- text and heading path
  sealed bytea not null,
  primary key (project_id, version_id, ordinal),
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);

-- One row for each term of a version and each thousand passages of it: those that hold the term. Terms are hashes under the
-- project's key. Rows of a version that is not the live one are on their way in.
create table cairn.postings (
  project_id uuid not null,
  term bigint not null,
  version_id uuid not null,
  -- ordinal of the first passage that the row is about
  first_ordinal int not null,
  document_id uuid not null,
  -- triples of varints: step of the ordinal, count, length of the passage
  entries bytea not null,
  primary key (project_id, term, version_id, first_ordinal),
  foreign key (project_id, version_id) references cairn.document_versions (project_id, id) on delete cascade
);
create index postings_version on cairn.postings (project_id, version_id);

create table cairn.knowledge_stats (
  project_id uuid primary key references cairn.projects (id) on delete cascade,
  passages bigint not null,
  terms bigint not null
);

do $$
declare t text;
begin
  foreach t in array array['documents', 'document_versions', 'document_parts', 'passages', 'postings', 'knowledge_stats'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update, delete on cairn.documents, cairn.document_versions, cairn.document_parts, cairn.passages, cairn.postings, cairn.knowledge_stats
  to cairn_app;
-- The relay looks for work that the queue lost: ids, state and time, nothing of the document.
create policy relay on cairn.document_versions to cairn_maintenance using (true) with check (true);
grant select (project_id, id, status, updated_at, claim_expires_at), update (updated_at) on cairn.document_versions to cairn_maintenance;

-- The postings of some terms and the size of the index, in one snapshot. The first row always comes and carries the size; its
-- term is null.
-- Planned once a connection, which takes as long as the look-up; so not by the sizes of that moment: the tables may be empty.
create function cairn.lookup_terms(p_project uuid, p_terms bigint[], p_documents uuid[])
  returns table (passages bigint, terms bigint, term text, version_id uuid, document_id uuid, entries bytea)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
  as $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select coalesce(sum(s.passages), 0)::bigint, coalesce(sum(s.terms), 0)::bigint, null::text, null::uuid, null::uuid, null::bytea
    from cairn.knowledge_stats s where s.project_id = p_project;
  return query
    select null::bigint, null::bigint, p.term::text, p.version_id, p.document_id, p.entries
    from cairn.postings p
    join cairn.documents d on d.project_id = p_project and d.id = p.document_id and d.live_version = p.version_id
    where p.project_id = p_project and p.term = any (p_terms) and (p_documents is null or p.document_id = any (p_documents));
end $$;

-- Passages by version and ordinal, in the order asked; only those of live versions.
create function cairn.read_passages(p_project uuid, p_versions uuid[], p_ordinals int[])
  returns table (document_id uuid, title text, version_id uuid, ordinal int, start_at int, end_at int, sealed bytea)
  language plpgsql stable as $$
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
