-- How many tasks a workspace has and carries out, for the limits of what it pays for.

-- Tasks of a project that have not ended: the sum over the slots. Several, so that those who write at the same time seldom meet.
create table cairn.task_totals (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  slot smallint not null,
  live bigint not null,
  primary key (project_id, slot)
) with (fillfactor = 50);
alter table cairn.task_totals enable row level security, force row level security;
create policy tenant on cairn.task_totals to cairn_app
  using (project_id = cairn.current_project()) with check (project_id = cairn.current_project());
grant select, insert, update on cairn.task_totals to cairn_app;
insert into cairn.task_totals (project_id, slot, live)
  select project_id, 0, count(*) from cairn.tasks where finished_at is null group by project_id;

-- Whether a task that could go on stands in line, because its workspace carries out as many as it may.
alter table cairn.tasks add column held_back boolean not null default false;
create index tasks_held_back on cairn.tasks (project_id, created_at) where held_back;
create index tasks_claimed on cairn.tasks (project_id) where claim_token is not null;
grant select (held_back, created_at) on cairn.tasks to cairn_maintenance;

create function cairn.count_task(p_project uuid, p_by int) returns void language sql as $$
  insert into cairn.task_totals as t (project_id, slot, live) values (p_project, (pg_backend_pid() % 16)::smallint, p_by)
    on conflict (project_id, slot) do update set live = t.live + excluded.live
$$;

-- Whether the workspace of a project may have one task more, and of how many at most. Far from the limit nobody waits for anybody; near it
-- they do, so that it holds.
create function cairn.task_room(p_project uuid, p_free int, p_premium int, out has_room boolean, out most int) language plpgsql as $$
declare
  v_own text := current_setting('cairn.project_id', true);
  v_workspace uuid;
  v_project uuid;
  v_live bigint;
begin
  select w.id, case w.plan when 'premium' then p_premium else p_free end into v_workspace, most
    from cairn.projects p join cairn.workspaces w on w.id = p.workspace_id where p.id = p_project;
  for v_try in 1..2 loop
    v_live := 0;
    for v_project in select p.id from cairn.projects p where p.workspace_id = v_workspace loop
      perform set_config('cairn.project_id', v_project::text, true);
      v_live := v_live + coalesce((select sum(t.live) from cairn.task_totals t where t.project_id = v_project), 0);
    end loop;
    perform set_config('cairn.project_id', v_own, true);
    exit when v_live + 50 < most or v_try = 2;
    perform pg_advisory_xact_lock(hashtextextended('cairn.task room ' || v_workspace, 0));
  end loop;
  has_room := v_live < most;
end $$;

-- Whether the workspace of a project may have one task more carried out just now. Who asks holds the line until the transaction ends.
create function cairn.may_carry_out(p_project uuid, p_free int, p_premium int) returns boolean language plpgsql as $$
declare
  v_own text := current_setting('cairn.project_id', true);
  v_workspace uuid;
  v_most int;
  v_project uuid;
  v_running int := 0;
begin
  select w.id, case w.plan when 'premium' then p_premium else p_free end into v_workspace, v_most
    from cairn.projects p join cairn.workspaces w on w.id = p.workspace_id where p.id = p_project;
  perform pg_advisory_xact_lock(hashtextextended('cairn.task line ' || v_workspace, 0));
  for v_project in select p.id from cairn.projects p where p.workspace_id = v_workspace loop
    perform set_config('cairn.project_id', v_project::text, true);
    v_running := v_running + (select count(*) from cairn.tasks t
      where t.project_id = v_project and t.claim_token is not null and t.claim_expires_at > clock_timestamp() and t.status <> 'cancelling');
    exit when v_running >= v_most;
  end loop;
  perform set_config('cairn.project_id', v_own, true);
  return v_running < v_most;
end $$;

-- Offers the task of a workspace that stands in line the longest, for one that let go. One that was offered a moment ago, or is looked at
-- just now, is passed over.
create function cairn.offer_next_in_line(p_project uuid) returns void language plpgsql as $$
declare
  v_own text := current_setting('cairn.project_id', true);
  v_project uuid;
  v_best_project uuid;
  v_best uuid;
  v_best_at timestamptz;
  v_id uuid;
  v_at timestamptz;
begin
  for v_project in
    select o.id from cairn.projects p join cairn.projects o on o.workspace_id = p.workspace_id where p.id = p_project
  loop
    perform set_config('cairn.project_id', v_project::text, true);
    select t.id, t.created_at into v_id, v_at from cairn.tasks t
      where t.project_id = v_project and t.held_back and t.wake_at is null order by t.created_at limit 1;
    if found and (v_best is null or v_at < v_best_at) then
      v_best_project := v_project;
      v_best := v_id;
      v_best_at := v_at;
    end if;
  end loop;
  if v_best is not null then
    perform set_config('cairn.project_id', v_best_project::text, true);
    perform from cairn.tasks t where t.project_id = v_best_project and t.id = v_best and t.held_back and t.wake_at is null for update skip locked;
    if found then
      perform cairn.offer_task(v_best_project, v_best);
    end if;
  end if;
  perform set_config('cairn.project_id', v_own, true);
end $$;

-- The same for every project in which tasks stand in line, one each: whoever should have offered it may have died, or looked a moment
-- too early.
create function cairn.offer_lines(p_limit int) returns int language sql as $$
  with recursive project as (
    (select t.project_id from cairn.tasks t where t.held_back order by t.project_id limit 1)
    union all
    select (select t.project_id from cairn.tasks t where t.held_back and t.project_id > project.project_id order by t.project_id limit 1)
      from project where project.project_id is not null),
  next as (
    select n.project_id, n.id from (select project_id from project where project_id is not null limit p_limit) p
    cross join lateral (
      select t.project_id, t.id from cairn.tasks t where t.project_id = p.project_id and t.held_back and t.wake_at is null
      order by t.created_at limit 1 for update skip locked) n),
  offered as (
    update cairn.tasks t set wake_at = clock_timestamp() + interval '15 seconds'
    from next n where t.project_id = n.project_id and t.id = n.id and t.wake_at is null
    returning t.project_id, t.id, t.job_id),
  told as (
    insert into cairn.outbox (project_id, id, job, payload)
      select o.project_id, o.job_id, 'task.advance', jsonb_build_object('projectId', o.project_id, 'taskId', o.id) from offered o
      on conflict do nothing)
  select count(*)::int from offered
$$;
