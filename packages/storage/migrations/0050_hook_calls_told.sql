-- What an agent was told of each call of its tools before it ran, until 7 days later: a call that runs although it was denied, or of which
-- nobody was told before, is noted in the audit, and once, however often it is told of. `decision_id`: what denied it; without one it could
-- not be read.
create table cairn.hook_calls_told (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  credential_id uuid not null,
  call_ref bytea not null,
  state text not null check (state in ('let_go', 'denied', 'ended')),
  decision_id uuid,
  told_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, credential_id, call_ref),
  foreign key (project_id, decision_id) references cairn.decisions (project_id, id) on delete cascade
);
create index hook_calls_told_newest on cairn.hook_calls_told (project_id, credential_id, told_at);
create index hook_calls_told_decision on cairn.hook_calls_told (project_id, decision_id) where decision_id is not null;

alter table cairn.hook_calls_told enable row level security, force row level security;
create policy tenant on cairn.hook_calls_told to cairn_app
  using (project_id = cairn.current_project()) with check (project_id = cairn.current_project());
grant select, insert, update on cairn.hook_calls_told to cairn_app;
create policy sweep on cairn.hook_calls_told to cairn_maintenance using (true);
grant select (project_id, credential_id, told_at), delete on cairn.hook_calls_told to cairn_maintenance;
grant select (project_id, credential_id) on cairn.hook_calls to cairn_maintenance;

-- What is told of a call that no execution was begun for names the decision itself.
create or replace function cairn.name_decision() returns trigger language plpgsql as $$
declare
  v_id uuid;
  d record;
begin
  v_id := case
    when new.action = 'action.outcome'
      then coalesce(
        (select x.decision_id from cairn.executions x where x.project_id = new.project_id and x.id = new.target::uuid), new.target::uuid)
    when starts_with(new.action, 'approval.')
      then (select a.decision_id from cairn.approvals a where a.project_id = new.project_id and a.id = new.target::uuid)
    else new.target::uuid end;
  select x.id, x.agent_id, x.reason, x.digest, x.policy_revision into d
    from cairn.decisions x where x.project_id = new.project_id and x.id = v_id;
  if found then
    new.decision_id := d.id;
    new.agent_id := coalesce(new.agent_id, d.agent_id);
    new.action_digest := coalesce(new.action_digest, d.digest);
    new.policy_revision := coalesce(new.policy_revision, d.policy_revision);
    if new.action = 'action.decide' then new.reason := coalesce(new.reason, d.reason); end if;
  end if;
  return new;
end $$;
