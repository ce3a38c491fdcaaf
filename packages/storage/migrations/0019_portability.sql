-- Projects that arrive from an archive. One is made in a workspace that nobody is a member of, so that nobody sees it, and moves to its
-- own when all of it is there; what never gets that far is cleared away.

insert into cairn.workspaces (id, name) values ('00000000-0000-4000-8000-000000000019', 'arriving');

create table cairn.project_arrivals (
  project_id uuid primary key references cairn.projects (id) on delete cascade,
  archive_id uuid not null,
  -- what it was where it comes from
  source_project uuid not null,
  -- the attempt that may write
  token uuid not null,
  alive_at timestamptz(3) not null default clock_timestamp(),
  -- when all of it was there
  done_at timestamptz(3)
);

-- The audit of the project that an archive was of, line by line as it was exported, signatures and all: it is no part of this project's own
-- chain, and is checked as any export is.
create table cairn.former_audit (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  ordinal bigint not null,
  archive_id uuid not null,
  -- sealed
  line bytea not null,
  primary key (project_id, ordinal)
);
alter table cairn.former_audit alter column line set storage external;

do $$
declare t text;
begin
  foreach t in array array['project_arrivals', 'former_audit'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update on cairn.project_arrivals to cairn_app;
grant select, insert, update (line) on cairn.former_audit to cairn_app;
