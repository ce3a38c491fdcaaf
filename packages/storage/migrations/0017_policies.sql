-- Rules that decide on actions: numbered revisions that never change, and which of them is in force. A project has its own, its workspace
-- has some above them. Number 0 is built in: the starter revision of a project, no rules of a workspace.
create table cairn.policy_revisions (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  number int not null check (number > 0),
  name text not null,
  rules jsonb not null,
  -- of what was written: tells when the rules are not that any more
  digest bytea not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- when it last came into force
  activated_at timestamptz(3),
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
  -- of what was written: tells when the rules are not that any more
  digest bytea not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- when it last came into force
  activated_at timestamptz(3),
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
-- What a revision says is never changed, and never goes but with its project or workspace.
grant select, insert, update (activated_at) on cairn.policy_revisions, cairn.workspace_policy_revisions to cairn_app;
grant select, insert, update on cairn.policy_state, cairn.workspace_policy_state to cairn_app;

-- One number for what decides in a project: its own revision and, above it, the workspace's. Permits and approvals are of this number, so
-- those of another one are void whenever and wherever they were given.
create or replace function cairn.policy_in_force(p_project uuid) returns int language sql stable as $$
  select coalesce((select s.active from cairn.policy_state s where s.project_id = p_project), 0)
    + 100000 * coalesce((select ws.active from cairn.projects p
        join cairn.workspace_policy_state ws on ws.workspace_id = p.workspace_id where p.id = p_project), 0)
$$;

-- What decides in a project: one row, and of what `p_etag` is of nothing but the etag. A number without its rules is a revision that is
-- gone, which the reader has to tell from none.
create function cairn.active_policy(p_project uuid, p_etag text) returns table (
  etag text, number int, name text, rules text, digest bytea,
  workspace_number int, workspace_name text, workspace_rules text, workspace_digest bytea
) language plpgsql as $$
#variable_conflict use_column
declare
  v record;
  v_etag text;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select coalesce(s.active, 0) as number, r.name, r.rules::text as rules, r.digest,
      coalesce(ws.active, 0) as w_number, wr.name as w_name, wr.rules::text as w_rules, wr.digest as w_digest into v
    from cairn.projects p
    left join cairn.policy_state s on s.project_id = p_project
    left join cairn.policy_revisions r on r.project_id = p_project and r.number = s.active
    left join cairn.workspace_policy_state ws on ws.workspace_id = p.workspace_id
    left join cairn.workspace_policy_revisions wr on wr.workspace_id = p.workspace_id and wr.number = ws.active
    where p.id = p_project;
  if not found then return; end if;
  v_etag := md5(v::text);
  if v_etag = p_etag then
    return query select v_etag, v.number, null::text, null::text, null::bytea, v.w_number, null::text, null::text, null::bytea;
  else
    return query select v_etag, v.number, v.name, v.rules, v.digest, v.w_number, v.w_name, v.w_rules, v.w_digest;
  end if;
end $$;

-- What was done before, for the conditions of rules: `p_questions` is a list of {ask, seconds, most, user | agent | kind | tool}. Only what
-- was allowed counts. How many comes as one row; actions come sealed, the newest first.
create function cairn.action_history(p_project uuid, p_questions jsonb) returns table (question int, n int, id uuid, sealed bytea)
  language plpgsql as $$
#variable_conflict use_column
declare
  q jsonb;
  i int := 0;
  v_from timestamptz;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  for q in select value from jsonb_array_elements(p_questions) loop
    v_from := clock_timestamp() - make_interval(secs => (q ->> 'seconds')::int);
    if q ->> 'ask' = 'count' then
      return query select i, count(*)::int, null::uuid, null::bytea from (
        select from cairn.decisions d
        where d.project_id = p_project and d.created_at > v_from and d.outcome in ('allow', 'allow_with_obligations')
          and (not q ? 'user' or d.user_id = (q ->> 'user')::uuid) and (not q ? 'agent' or d.agent_id is not distinct from (q ->> 'agent'))
          and (not q ? 'kind' or d.kind = q ->> 'kind') and (not q ? 'tool' or d.tool = (q ->> 'tool')::bigint)
        limit (q ->> 'most')::int) counted;
    elsif q ->> 'ask' = 'actions' then
      return query select i, null::int, d.id, d.sealed from cairn.decisions d
        where d.project_id = p_project and d.created_at > v_from and d.outcome in ('allow', 'allow_with_obligations') and d.kind = q ->> 'kind'
        order by d.created_at desc, d.id desc limit (q ->> 'most')::int;
    else
      return query select i, count(*)::int, null::uuid, null::bytea from (
        select from cairn.executions x where x.project_id = p_project and x.kind = q ->> 'kind' and x.started_at > v_from limit 1) started;
    end if;
    i := i + 1;
  end loop;
end $$;

-- Ends what was asked for or given under another policy, in every project of a workspace whose rules are others now.
create function cairn.supersede_in_workspace(p_workspace uuid) returns void language plpgsql as $$
declare
  v_project uuid;
  v_before text := current_setting('cairn.project_id', true);
begin
  for v_project in select id from cairn.projects where workspace_id = p_workspace order by id loop
    perform set_config('cairn.project_id', v_project::text, true);
    perform cairn.supersede_approvals(v_project);
  end loop;
  perform set_config('cairn.project_id', v_before, true);
end $$;
