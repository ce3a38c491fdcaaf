-- Agents that a project defines. What an agent is stands in its versions, sealed; the row of the agent says which one holds. A deleted
-- agent is gone from every list and its name is free, but its versions stay: what it did is read by them.

create table cairn.agents (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- the version that holds, or held last
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (project_id, id)
);
create unique index agents_name on cairn.agents (project_id, name) where deleted_at is null;
create index agents_newest on cairn.agents (project_id, created_at desc, id desc) where deleted_at is null;

create table cairn.agent_versions (
  project_id uuid not null,
  agent_id uuid not null,
  version int not null,
  name text not null,
  -- sealed JSON
  definition bytea not null,
  user_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  -- from when on it held; ascends with the version
  at timestamptz(3) not null,
  primary key (project_id, agent_id, version),
  foreign key (project_id, agent_id) references cairn.agents (project_id, id) on delete cascade
);
alter table cairn.agent_versions alter column definition set storage external;

do $$
declare t text;
begin
  foreach t in array array['agents', 'agent_versions'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update on cairn.agents to cairn_app;
grant select, insert, delete on cairn.agent_versions to cairn_app;
