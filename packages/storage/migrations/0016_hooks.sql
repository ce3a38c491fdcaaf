-- Calls of an agent's own tools that were told of before they ran, until what became of them is told. `call_ref` is a hash that the agent's
-- hook makes again afterwards. Without an execution: it was left to the person at the agent, and no permit was spent.
create table cairn.hook_calls (
  project_id uuid not null,
  credential_id uuid not null,
  call_ref bytea not null,
  decision_id uuid not null,
  execution_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, credential_id, call_ref, decision_id),
  foreign key (project_id, decision_id) references cairn.decisions (project_id, id) on delete cascade
);
create index hook_calls_age on cairn.hook_calls (created_at);

alter table cairn.hook_calls enable row level security, force row level security;
create policy tenant on cairn.hook_calls to cairn_app
  using (project_id = cairn.current_project()) with check (project_id = cairn.current_project());
grant select, insert, delete on cairn.hook_calls to cairn_app;
create policy sweep on cairn.hook_calls to cairn_maintenance using (true);
grant select (created_at), delete on cairn.hook_calls to cairn_maintenance;
