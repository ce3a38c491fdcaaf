-- Tasks: goals, their plans, how far each step is, what happened. Postgres is the record; the queue only carries the news that a
-- task has something to do.
--
-- A worker claims a task under a token with a lease. Every write of its run locks the task's row and names the token, so one that
-- comes late writes nothing. `job_id` is the id under which the queue hears of the task; each claim makes another one, so that a job
-- which a dead worker still holds keeps no new one away. `wake_at` says when the task is to be looked at whatever the queue did:
-- when its lease is over, when a wait ends, when a job should have been there by now.
create table cairn.tasks (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  -- on whose behalf it acts: as the credential that submitted it, with the role that its person has at each claim
  user_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  owner_id uuid not null,
  request_id text not null,
  trace_id text not null,
  agent_id text,
  -- sealed
  goal bytea not null,
  -- keyed, by which a task that would start itself is known
  goal_digest bytea not null,
  status text not null check (status in ('submitted', 'planning', 'planned', 'queued', 'scheduled', 'running', 'waiting_approval',
    'waiting_input', 'waiting_auth', 'waiting_event', 'waiting_child', 'retry_backoff', 'paused', 'cancelling', 'completed', 'failed',
    'cancelled', 'rejected', 'expired', 'timed_out')),
  -- of the plan in use; 0: there is none yet
  revision int not null default 0,
  parallelism smallint not null default 4,
  total int not null default 0,
  done int not null default 0,
  -- whether it runs as soon as it is planned
  runs_when_planned boolean not null default false,
  -- whether its worker is to stop at the next border of a step
  pausing boolean not null default false,
  error_code text,
  error_message text,
  depth smallint not null default 1,
  parent_task uuid,
  parent_step text,
  schedule_id uuid,
  job_id uuid not null default gen_random_uuid(),
  claim_token uuid,
  claim_expires_at timestamptz,
  -- claims since something was done: more than a few mean that whoever works on it keeps dying
  idle_claims int not null default 0,
  wake_at timestamptz,
  -- the last sequence number of its events
  events bigint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, parent_task) references cairn.tasks (project_id, id) on delete cascade
);
create index tasks_newest on cairn.tasks (project_id, user_id, created_at desc, id desc);
create index tasks_of_status on cairn.tasks (project_id, user_id, status, created_at desc, id desc);
create index tasks_of_parent on cairn.tasks (project_id, parent_task) where parent_task is not null;
create index tasks_due on cairn.tasks (wake_at) where wake_at is not null;
create index tasks_finished on cairn.tasks (finished_at) where finished_at is not null;

-- Plans are never changed: planning again makes another revision.
create table cairn.task_plans (
  project_id uuid not null,
  task_id uuid not null,
  revision int not null,
  made_by text not null check (made_by in ('caller', 'planner')),
  model text,
  -- sealed; the plan, its digest and that of what it was made of
  plan bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, task_id, revision),
  foreign key (project_id, task_id) references cairn.tasks (project_id, id) on delete cascade
);
alter table cairn.task_plans alter column plan set storage external;

create table cairn.task_steps (
  project_id uuid not null,
  task_id uuid not null,
  revision int not null,
  id text not null,
  ordinal int not null,
  kind text not null,
  status text not null default 'pending' check (status in ('pending', 'evaluating', 'awaiting_approval', 'permitted', 'executing', 'succeeded',
    'failed', 'unknown', 'denied', 'skipped', 'compensated')),
  attempts int not null default 0,
  -- when its next run, the end of its wait or of its time is
  due_at timestamptz,
  decision_id uuid,
  approval_id uuid,
  -- of the action as it was decided, in hexadecimal
  action_digest text,
  -- sealed; the permit of an action, until it was used
  permit bytea,
  child_task uuid,
  -- sealed
  output bytea,
  error_code text,
  error_message text,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (project_id, task_id, revision, id),
  foreign key (project_id, task_id, revision) references cairn.task_plans (project_id, task_id, revision) on delete cascade
) with (fillfactor = 70);
alter table cairn.task_steps alter column output set storage external;
create index task_steps_approval on cairn.task_steps (project_id, approval_id) where approval_id is not null;
create index task_steps_decision on cairn.task_steps (project_id, decision_id) where decision_id is not null;

-- Answers that came for a task from elsewhere: a vote, an outcome, the end of a task below. Whoever answers only adds a row here and
-- locks no task, so nobody waits for anybody; the next claim of the task takes the rows away.
create table cairn.task_wakes (
  project_id uuid not null,
  task_id uuid not null,
  id uuid not null default gen_random_uuid(),
  offered_at timestamptz not null default clock_timestamp(),
  primary key (project_id, task_id, id),
  foreign key (project_id, task_id) references cairn.tasks (project_id, id) on delete cascade
);
create index task_wakes_age on cairn.task_wakes (offered_at);

-- What happened, in order and without a gap; nothing of content.
create table cairn.task_events (
  project_id uuid not null,
  task_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null default clock_timestamp(),
  type text not null,
  step_id text,
  detail jsonb not null default '{}',
  primary key (project_id, task_id, seq),
  foreign key (project_id, task_id) references cairn.tasks (project_id, id) on delete cascade
);

-- What was decided about plan and steps, and why; never changed.
create table cairn.task_decisions (
  project_id uuid not null,
  task_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  revision int not null,
  step_id text,
  subject text not null check (subject in ('plan', 'preview', 'step', 'person')),
  outcome text not null,
  -- the decision of governance, where one was written down
  decision_id uuid,
  -- sealed; reasons, and the digest of what was decided on
  detail bytea not null,
  primary key (project_id, task_id, id),
  foreign key (project_id, task_id) references cairn.tasks (project_id, id) on delete cascade
);

-- Plans that are carried out again and again, each time as a task of its own.
create table cairn.task_schedules (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  owner_id uuid not null,
  request_id text not null,
  trace_id text not null,
  agent_id text,
  -- sealed
  goal bytea not null,
  plan bytea,
  -- five fields, in that zone's time
  cron text not null,
  time_zone text not null,
  status text not null check (status in ('active', 'paused', 'waiting_approval', 'rejected', 'expired', 'ended')),
  approval_id uuid,
  action_digest text,
  error_code text,
  error_message text,
  runs int not null default 0,
  max_runs int,
  ends_at timestamptz(3),
  -- when it is to be looked at: its next run, or the end of its approval; null: not by itself
  due_at timestamptz(3),
  last_run_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, id)
);
create index task_schedules_newest on cairn.task_schedules (project_id, user_id, created_at desc, id desc);
create index task_schedules_due on cairn.task_schedules (due_at) where due_at is not null;
create index task_schedules_approval on cairn.task_schedules (project_id, approval_id) where approval_id is not null;

do $$
declare t text;
begin
  foreach t in array array['tasks', 'task_plans', 'task_steps', 'task_events', 'task_decisions', 'task_wakes', 'task_schedules'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
grant select, insert, update on cairn.tasks, cairn.task_steps to cairn_app;
grant select, insert, update, delete on cairn.task_schedules to cairn_app;
grant select, insert on cairn.task_plans, cairn.task_events, cairn.task_decisions to cairn_app;
grant select, insert, delete on cairn.task_wakes to cairn_app;
-- The reconciler sees which tasks are due, and clears those that ended long ago: ids, state and times.
create policy wake on cairn.tasks to cairn_maintenance using (true) with check (true);
grant select (project_id, id, job_id, wake_at, finished_at), update (wake_at), delete on cairn.tasks to cairn_maintenance;
create policy wake on cairn.task_wakes to cairn_maintenance using (true) with check (true);
grant select, insert, update (offered_at) on cairn.task_wakes to cairn_maintenance;
create policy wake on cairn.task_schedules to cairn_maintenance using (true) with check (true);
grant select (project_id, id, due_at, approval_id, status), update (due_at) on cairn.task_schedules to cairn_maintenance;
-- It also lets approvals expire, which wakes the task.
create policy wake on cairn.task_steps for select to cairn_maintenance using (true);
grant select (project_id, task_id, status, approval_id, decision_id) on cairn.task_steps to cairn_maintenance;

-- Tells the queue that a task has something to do. While it waits for that, `wake_at` sees to it that the news is not lost.
create function cairn.offer_task(p_project uuid, p_task uuid) returns void language sql as $$
  update cairn.tasks set wake_at = clock_timestamp() + interval '15 seconds' where project_id = p_project and id = p_task;
  insert into cairn.outbox (project_id, id, job, payload)
    select t.project_id, t.job_id, 'task.advance', jsonb_build_object('projectId', t.project_id, 'taskId', t.id)
    from cairn.tasks t where t.project_id = p_project and t.id = p_task
    on conflict do nothing
$$;

-- The same for an answer from elsewhere.
create function cairn.wake_task(p_project uuid, p_task uuid) returns void language sql as $$
  insert into cairn.task_wakes (project_id, task_id) values (p_project, p_task);
  insert into cairn.outbox (project_id, id, job, payload)
    select t.project_id, t.job_id, 'task.advance', jsonb_build_object('projectId', t.project_id, 'taskId', t.id)
    from cairn.tasks t where t.project_id = p_project and t.id = p_task
    on conflict do nothing
$$;

create function cairn.wake_for_approval() returns trigger language plpgsql as $$
begin
  perform cairn.wake_task(s.project_id, s.task_id) from cairn.task_steps s
    where s.project_id = new.project_id and s.approval_id = new.id and s.status = 'awaiting_approval';
  update cairn.task_schedules s set due_at = clock_timestamp()
    where s.project_id = new.project_id and s.approval_id = new.id and s.status = 'waiting_approval';
  return null;
end $$;
create trigger approvals_wake_task after update of status on cairn.approvals
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function cairn.wake_for_approval();

create function cairn.wake_for_execution() returns trigger language plpgsql as $$
begin
  perform cairn.wake_task(s.project_id, s.task_id) from cairn.task_steps s
    where s.project_id = new.project_id and s.decision_id = new.decision_id and s.status in ('permitted', 'executing');
  return null;
end $$;
create trigger executions_wake_task after update of reported_at on cairn.executions
  for each row when (new.reported_at is not null) execute function cairn.wake_for_execution();

-- Offers tasks whose time has come: waits that are over, workers that were not heard of, answers and jobs that the queue lost.
create function cairn.offer_due_tasks(p_limit int) returns int language sql as $$
  with due as (
    select t.project_id, t.id from cairn.tasks t where t.wake_at <= now() order by t.wake_at limit p_limit for update skip locked),
  woken as (
    update cairn.tasks t set wake_at = clock_timestamp() + interval '15 seconds'
    from due where t.project_id = due.project_id and t.id = due.id
    returning t.project_id, t.id, t.job_id),
  unheard as (
    select w.project_id, w.task_id, w.id from cairn.task_wakes w where w.offered_at < now() - interval '15 seconds'
    order by w.offered_at limit p_limit for update skip locked),
  again as (
    update cairn.task_wakes w set offered_at = clock_timestamp()
    from unheard u where w.project_id = u.project_id and w.task_id = u.task_id and w.id = u.id
    returning w.project_id, w.task_id),
  all_of as (
    select project_id, id, job_id from woken
    union select t.project_id, t.id, t.job_id from cairn.tasks t join again a on a.project_id = t.project_id and a.task_id = t.id),
  offered as (
    insert into cairn.outbox (project_id, id, job, payload)
      select w.project_id, w.job_id, 'task.advance', jsonb_build_object('projectId', w.project_id, 'taskId', w.id) from all_of w
      on conflict do nothing)
  select count(*)::int from all_of
$$;
