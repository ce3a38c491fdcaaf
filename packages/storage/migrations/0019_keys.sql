-- Keys that are replaced while the service runs: the master key, and the data keys of projects.

-- `former`: the known text under the master key whose place another took, as long as something may still be under it. `audit_seed`:
-- what signs the audit's checkpoints, under the master key; made from the first master key, it outlives it.
alter table cairn.installation
  add column former bytea,
  add column audit_seed bytea;
grant update (sealed, former, audit_seed) on cairn.installation to cairn_app;

-- A project's data key has versions while it is replaced: the greatest whose time has come seals, each opens what it sealed. Version 0
-- holds the keys of hashes, which were made from the first version and outlive it.
alter table cairn.project_keys
  add column version int not null default 1 check (version >= 0),
  -- when every process knows of it
  add column active_at timestamptz(3) not null default clock_timestamp(),
  drop constraint project_keys_pkey,
  add primary key (project_id, version);
grant update (wrapped) on cairn.project_keys to cairn_app;

-- The versions of a project's key: nothing once the project is gone. One round trip.
create function cairn.read_project_keys(p_project uuid) returns table (version int, wrapped bytea, begins_in_ms float8)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select k.version, k.wrapped, (extract(epoch from k.active_at - clock_timestamp()) * 1000)::float8
    from cairn.project_keys k where k.project_id = p_project order by k.version;
end $$;

-- The sweep offers projects whose data key is being replaced: ids and times, no key.
create policy sweep on cairn.project_keys for select to cairn_maintenance using (true);
grant select (project_id, version, active_at) on cairn.project_keys to cairn_maintenance;

-- Sealed bytes are sealed anew under the new version; nothing else of these rows ever changes.
grant update (content, metadata) on cairn.memory_versions to cairn_app;
grant update (definition) on cairn.agent_versions to cairn_app;
grant update (sealed) on cairn.decisions to cairn_app;
grant update (comment) on cairn.votes to cairn_app;
grant update (plan) on cairn.task_plans to cairn_app;
grant update (detail) on cairn.task_decisions to cairn_app;

-- What is sealed under the master key itself.
grant update (sealed) on cairn.oauth_keys to cairn_app;

-- How many rows each table holds of a project, for the receipt of its deletion: every table that has the column, whichever come.
create function cairn.count_project_rows(p_project uuid) returns table (name text, n bigint) language plpgsql stable as $$
begin
  perform set_config('cairn.project_id', p_project::text, true);
  for name in
    select c.relname from pg_class c
    join pg_namespace s on s.oid = c.relnamespace and s.nspname = 'cairn'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select') order by c.relname
  loop
    execute format('select count(*) from cairn.%I where project_id = $1', name) into n using p_project;
    return next;
  end loop;
end $$;
create index directory_events_erasures on cairn.directory_events (at desc) where action = 'project.delete' and outcome = 'done';
