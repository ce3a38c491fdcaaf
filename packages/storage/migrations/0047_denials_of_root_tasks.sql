-- What people denied in a task is denied in all that comes of the same first task: in those below it and beside it, and in every later
-- plan, also one that asks nobody.

-- The first of the tasks above one another, as text. What is no task that is kept here stands for itself.
create function cairn.root_of_task(p_project uuid, p_task text) returns text language plpgsql stable as $$
declare
  v_id uuid;
  v_above uuid;
begin
  if p_task !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then return p_task; end if;
  v_above := p_task::uuid;
  while v_above is not null loop
    v_id := v_above;
    select t.parent_task into v_above from cairn.tasks t where t.project_id = p_project and t.id = v_id;
  end loop;
  return v_id::text;
end $$;

-- Kept with the approval, as a task below may be cleared before the one above it.
alter table cairn.approvals add column root_task text;

create function cairn.note_root_task() returns trigger language plpgsql as $$
begin
  new.root_task := cairn.root_of_task(new.project_id, new.task_id);
  return new;
end $$;
create trigger approvals_root_task before insert on cairn.approvals
  for each row when (new.task_id is not null) execute function cairn.note_root_task();

-- The owner itself is behind the tenant wall, unless it is a superuser; what follows reads every project.
alter table cairn.tasks no force row level security;
alter table cairn.approvals no force row level security;
update cairn.approvals set root_task = cairn.root_of_task(project_id, task_id) where task_id is not null and status in ('pending', 'denied');
alter table cairn.tasks force row level security;
alter table cairn.approvals force row level security;

create index approvals_denied_root on cairn.approvals (project_id, root_task) where status = 'denied' and root_task is not null;
drop index cairn.approvals_denied;

-- Whether a person said no to this before: to the same action, or in the same tasks to anything that does one of the same things. What
-- was asked beside it, and approved as it is after they had said no, is theirs to let go on.
create or replace function cairn.was_denied(p_project uuid, p_subject bytea, p_task text, p_routes bigint[], p_now timestamptz) returns boolean
  language plpgsql stable as $$
declare
  v_root text;
begin
  if p_task is null then
    return exists (select from cairn.approvals a where a.project_id = p_project and a.subject = p_subject and a.status = 'denied'
      and a.task_id is null and a.expires_at > p_now);
  end if;
  v_root := cairn.root_of_task(p_project, p_task);
  return exists (select from cairn.approvals a where a.project_id = p_project and a.root_task = v_root and a.status = 'denied'
    and ((a.task_id = p_task and a.subject = p_subject) or a.routes && p_routes)
    and not exists (select from cairn.approvals y where y.project_id = p_project and y.subject = p_subject and y.task_id = p_task
      and y.status = 'approved' and y.updated_at > a.updated_at));
end $$;

-- Whether people denied anything in a task or in one that comes of the same first task.
create function cairn.has_denials(p_project uuid, p_task uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from cairn.approvals a
    where a.project_id = p_project and a.root_task = cairn.root_of_task(p_project, p_task::text) and a.status = 'denied');
end $$;
