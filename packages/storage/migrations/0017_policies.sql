-- Rules that decide on actions: numbered revisions that never change, and which of them is in force. A project has its own, its workspace
-- has some above them. Number 0 is built in: the starter revision of a project, no rules of a workspace.
create table cairn.policy_revisions (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  number int not null check (number > 0),
  name text not null,
  rules jsonb not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (project_id, number)
);
create table cairn.policy_state (
  project_id uuid primary key references cairn.projects (id) on delete cascade,
  active int not null default 0,
  latest int not null default 0,
  updated_at timestamptz(3) not null default clock_timestamp()
);
create table cairn.workspace_policy_revisions (
  workspace_id uuid not null references cairn.workspaces (id) on delete cascade,
  number int not null check (number > 0),
  name text not null,
  rules jsonb not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, number)
);
create table cairn.workspace_policy_state (
  workspace_id uuid primary key references cairn.workspaces (id) on delete cascade,
  active int not null default 0,
  latest int not null default 0,
  updated_at timestamptz(3) not null default clock_timestamp()
);

do $$
declare t text;
begin
  foreach t in array array['policy_revisions', 'policy_state'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
-- A revision is never changed and never goes but with its project or workspace.
grant select, insert on cairn.policy_revisions, cairn.workspace_policy_revisions to cairn_app;
grant select, insert, update on cairn.policy_state, cairn.workspace_policy_state to cairn_app;

create or replace function cairn.policy_in_force(p_project uuid) returns int language sql stable as $$
  select coalesce((select s.active from cairn.policy_state s where s.project_id = p_project), 0)
$$;

-- What decides in a project: one row. A number without its rules is a revision that is gone, which the reader has to tell from none.
create function cairn.active_policy(p_project uuid)
  returns table (number int, name text, rules text, workspace_number int, workspace_name text, workspace_rules text)
  language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('cairn.project_id', p_project::text, true);
  return query
    select coalesce(s.active, 0), r.name, r.rules::text, coalesce(ws.active, 0), wr.name, wr.rules::text
    from cairn.projects p
    left join cairn.policy_state s on s.project_id = p_project
    left join cairn.policy_revisions r on r.project_id = p_project and r.number = s.active
    left join cairn.workspace_policy_state ws on ws.workspace_id = p.workspace_id
    left join cairn.workspace_policy_revisions wr on wr.workspace_id = p.workspace_id and wr.number = ws.active
    where p.id = p_project;
end $$;

-- Puts rules of a workspace in force. What was permitted or approved in one of its projects under the ones before is void: the number of
-- the project's own revision, by which that is told otherwise, stays the same.
create function cairn.activate_workspace_policy(p_workspace uuid, p_number int) returns void language plpgsql as $$
declare
  v_project uuid;
  v_before text := current_setting('cairn.project_id', true);
begin
  update cairn.workspace_policy_state set active = p_number, updated_at = clock_timestamp() where workspace_id = p_workspace;
  for v_project in select id from cairn.projects where workspace_id = p_workspace order by id loop
    perform set_config('cairn.project_id', v_project::text, true);
    update cairn.permits set expires_at = least(expires_at, clock_timestamp()) where project_id = v_project and consumed_at is null;
    update cairn.approvals set status = 'superseded', reason = 'policy_changed', updated_at = clock_timestamp()
      where project_id = v_project and status in ('pending', 'approved');
  end loop;
  perform set_config('cairn.project_id', v_before, true);
end $$;
