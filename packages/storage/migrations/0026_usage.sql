-- How much each credential of a project asked for, hour by hour: requests by group of routes, calls of tools by tool. Numbers alone. A
-- gateway adds what it counted in its memory every few seconds; those of several gateways add up.
create table cairn.usage_hours (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  hour timestamptz(3) not null,
  -- outlives the credential
  credential_id uuid not null,
  credential_kind text not null check (credential_kind in ('api_key', 'oauth', 'session')),
  counted text not null check (counted in ('request', 'tool')),
  name text not null,
  n bigint not null,
  -- those of them past the rate limit
  limited bigint not null default 0,
  primary key (project_id, hour, credential_id, counted, name)
) with (fillfactor = 70);
create index usage_hours_age on cairn.usage_hours (hour);

alter table cairn.usage_hours enable row level security, force row level security;
create policy tenant on cairn.usage_hours to cairn_app
  using (project_id = cairn.current_project()) with check (project_id = cairn.current_project());
grant select, insert, update (n, limited) on cairn.usage_hours to cairn_app;
create policy sweep on cairn.usage_hours to cairn_maintenance using (true);
grant select (hour), delete on cairn.usage_hours to cairn_maintenance;
