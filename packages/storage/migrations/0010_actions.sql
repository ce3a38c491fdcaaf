-- Actions that were decided on, what people said about them, and what was started. Each change of state is one statement or one
-- function under the lock of its row, by the database's clock. What an action is stays sealed; its digests are in clear, and so are
-- kinds, times and who. Decisions have no foreign key to their project, whose row all of them would lock: they are deleted beside it.

-- In plpgsql, whose plans last for the connection: as before it was planned anew by each call, which took longer than the insert.
create or replace function cairn.record_audit(
  p_project uuid, p_audit uuid, p_user uuid, p_credential uuid, p_kind text, p_request text, p_action text, p_target text, p_outcome text
) returns void language plpgsql as $$
begin
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome)
    values (p_project, p_audit, p_user, p_credential, p_kind, p_request, p_action, p_target, p_outcome);
end $$;

-- `subject` is the digest without the revision: the same of an action whatever policy decides. `tool` and `place` are keyed hashes.
create table cairn.decisions (
  project_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id uuid not null,
  agent_id text,
  task_id text,
  kind text not null,
  tool bigint,
  digest bytea not null,
  subject bytea not null,
  policy_revision int not null,
  outcome text not null check (outcome in ('allow', 'allow_with_obligations', 'require_approval', 'deny')),
  -- why it is another outcome than the rules': approved, denied_before, too_many_waiting
  reason text,
  risk text not null,
  -- the approval that it waits for or was allowed by
  approval_id uuid,
  trace_id text,
  -- the action and what the rules said, as JSON
  sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (project_id, id)
);
alter table cairn.decisions alter column sealed set storage external;
create index decisions_newest on cairn.decisions (project_id, created_at desc, id desc);
create index decisions_of_task on cairn.decisions (project_id, task_id, created_at desc, id desc) where task_id is not null;
create index decisions_trace on cairn.decisions (project_id, trace_id) where trace_id is not null;

-- pending → approved → consumed; pending → denied | expired | cancelled | superseded; approved → expired | revoked | superseded.
create table cairn.approvals (
  project_id uuid not null references cairn.projects (id) on delete cascade,
  id uuid not null,
  -- the decision that asked first; it holds the action
  decision_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'consumed', 'denied', 'expired', 'cancelled', 'superseded', 'revoked')),
  -- why it was superseded or revoked
  reason text,
  superseded_by uuid,
  user_id uuid not null,
  credential_id uuid not null,
  agent_id text,
  task_id text,
  kind text not null,
  digest bytea not null,
  subject bytea not null,
  place bigint,
  -- keyed hashes of what it does: another way to do one of these is denied once it was
  routes bigint[] not null,
  policy_revision int not null,
  -- how often it was asked for while it waited
  asks int not null default 1,
  quorum int not null,
  roles text[] not null,
  -- people who may not vote, whatever their role
  excluded uuid[] not null,
  veto boolean not null,
  -- what a vote may give beyond one use: {uses, task, until_s}
  grants jsonb not null,
  ttl_s int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- of the vote; once approved, of its use
  expires_at timestamptz(3) not null,
  primary key (project_id, id)
);
create unique index approvals_pending on cairn.approvals (project_id, digest, (coalesce(task_id, ''))) where status = 'pending';
create index approvals_live on cairn.approvals (project_id, subject) where status in ('pending', 'approved');
create index approvals_live_place on cairn.approvals (project_id, place) where status in ('pending', 'approved') and place is not null;
create index approvals_waiting on cairn.approvals (project_id, credential_id) where status = 'pending';
create index approvals_denied on cairn.approvals (project_id, task_id) where status = 'denied' and task_id is not null;
create index approvals_denied_subject on cairn.approvals (project_id, subject) where status = 'denied';
create index approvals_newest on cairn.approvals (project_id, created_at desc, id desc);
create index approvals_of_task on cairn.approvals (project_id, task_id) where task_id is not null;
create index approvals_due on cairn.approvals (expires_at) where status in ('pending', 'approved');

-- One a person. `uses`, `task_only` and `until` say what an approval gives; null: without that bound.
create table cairn.votes (
  project_id uuid not null,
  approval_id uuid not null,
  user_id uuid not null,
  credential_id uuid not null,
  role text not null,
  decision text not null check (decision in ('approve', 'deny')),
  uses int,
  task_only boolean not null default true,
  until timestamptz(3),
  -- sealed
  comment bytea,
  created_at timestamptz(3) not null,
  primary key (project_id, approval_id, user_id),
  foreign key (project_id, approval_id) references cairn.approvals (project_id, id) on delete cascade
);

-- What an approval gives: the narrowest of what its voters gave. Changed under the approval's lock only.
create table cairn.grants (
  project_id uuid not null,
  approval_id uuid not null,
  digest bytea not null,
  uses_left int,
  task_only boolean not null,
  task_id text,
  expires_at timestamptz(3) not null,
  primary key (project_id, approval_id),
  foreign key (project_id, approval_id) references cairn.approvals (project_id, id) on delete cascade
);
create index grants_digest on cairn.grants (project_id, digest);

-- Of a decision that allows. The token is stored as a hash alone.
create table cairn.permits (
  project_id uuid not null,
  decision_id uuid not null,
  token_hash bytea not null,
  digest bytea not null,
  policy_revision int not null,
  credential_id uuid not null,
  approval_id uuid,
  expires_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  primary key (project_id, decision_id),
  foreign key (project_id, decision_id) references cairn.decisions (project_id, id) on delete cascade
);

create index permits_approval on cairn.permits (project_id, approval_id) where approval_id is not null;

create table cairn.executions (
  project_id uuid not null,
  id uuid not null,
  decision_id uuid not null,
  approval_id uuid,
  user_id uuid not null,
  credential_id uuid not null,
  agent_id text,
  task_id text,
  kind text not null,
  digest bytea not null,
  status text not null check (status in ('running', 'succeeded', 'failed', 'unknown')),
  exit_code int,
  -- sealed
  summary bytea,
  started_at timestamptz(3) not null,
  reported_at timestamptz(3),
  primary key (project_id, id),
  foreign key (project_id, decision_id) references cairn.decisions (project_id, id) on delete cascade
);
create index executions_decision on cairn.executions (project_id, decision_id);
create index executions_kind on cairn.executions (project_id, kind, started_at desc);

create table cairn.governance_settings (
  project_id uuid primary key references cairn.projects (id) on delete cascade,
  -- lets who asked approve it: for a person alone in a workspace
  allow_self_approval boolean not null default false,
  updated_by uuid not null,
  updated_at timestamptz(3) not null default clock_timestamp()
);

do $$
declare t text;
begin
  foreach t in array array['decisions', 'approvals', 'votes', 'grants', 'permits', 'executions', 'governance_settings'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
  end loop;
end $$;
-- A decision and a vote are never changed. A decision is deleted with its project, and the rest by cascade.
grant select, insert, delete on cairn.decisions to cairn_app;
grant select, insert on cairn.votes to cairn_app;
grant select, insert, update on cairn.approvals, cairn.grants, cairn.permits, cairn.executions, cairn.governance_settings to cairn_app;
-- The sweep ends what nobody decided in time: state and time, nothing of an action.
create policy sweep on cairn.approvals to cairn_maintenance using (true) with check (true);
grant select (project_id, id, status, expires_at), update (status, updated_at) on cairn.approvals to cairn_maintenance;

-- The number of the revision that is in force.
create function cairn.policy_in_force(p_project uuid) returns int language sql stable as $$ select 0 $$;

create function cairn.lets_self_approve(p_project uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from cairn.governance_settings s where s.project_id = p_project and s.allow_self_approval);
end $$;

-- People of the project's workspace who may vote on it now, whatever they said before. Who asked is not among them unless the
-- project lets them approve for themselves.
create function cairn.approvers(p_project uuid, p_roles text[], p_excluded uuid[]) returns table (user_id uuid, role text)
  language sql stable as $$
  select m.user_id, m.role
  from cairn.projects p join cairn.workspace_members m on m.workspace_id = p.workspace_id
  where p.id = p_project and m.role = any (p_roles)
    and (m.user_id <> all (p_excluded) or cairn.lets_self_approve(p_project))
$$;

-- The people whom an agent of the project belongs to: who made it and who wrote the version that holds.
create function cairn.agent_owners(p_project uuid, p_agent text) returns uuid[] language plpgsql stable as $$
begin
  return coalesce((select array_agg(v.user_id) from cairn.agents a
    join cairn.agent_versions v on v.project_id = a.project_id and v.agent_id = a.id
    where a.project_id = p_project and a.id::text = lower(p_agent)
      and v.version in (a.version, (select min(o.version) from cairn.agent_versions o where o.project_id = a.project_id and o.agent_id = a.id))),
    '{}');
end $$;

-- Takes one use of what was approved for a digest, if there is any; gives the approval. An approval whose voters have lost their
-- rights since is revoked and gives nothing.
create function cairn.take_grant(p_project uuid, p_digest bytea, p_task text, p_approval uuid, p_now timestamptz) returns uuid
  language plpgsql as $$
declare
  v record;
begin
  loop
    select a.id, a.quorum, a.roles, a.excluded into v
      from cairn.grants g
      join cairn.approvals a on a.project_id = g.project_id and a.id = g.approval_id
      where g.project_id = p_project and g.digest = p_digest and (p_approval is null or g.approval_id = p_approval)
        and a.status = 'approved' and a.policy_revision = cairn.policy_in_force(p_project)
        and (not g.task_only or g.task_id is not distinct from p_task)
        and g.expires_at > p_now and (g.uses_left is null or g.uses_left > 0)
      order by g.expires_at limit 1
      for update of a;
    if not found then return null; end if;
    if (select count(*) from cairn.votes o join cairn.approvers(p_project, v.roles, v.excluded) r on r.user_id = o.user_id
        where o.project_id = p_project and o.approval_id = v.id and o.decision = 'approve') < v.quorum then
      update cairn.approvals set status = 'revoked', reason = 'approver_lost_rights', updated_at = p_now where project_id = p_project and id = v.id;
      continue;
    end if;
    -- The lock was waited for: another use may have been the last.
    update cairn.grants g set uses_left = g.uses_left - 1
      where g.project_id = p_project and g.approval_id = v.id and (g.uses_left is null or g.uses_left > 0);
    if found then return v.id; end if;
  end loop;
end $$;

-- Whether a person said no to this before: to the same action, or in the same task to anything that does one of the same things.
-- In plpgsql for its plans, which last for the connection.
create function cairn.was_denied(p_project uuid, p_subject bytea, p_task text, p_routes bigint[], p_now timestamptz) returns boolean
  language plpgsql stable as $$
begin
  if p_task is null then
    return exists (select from cairn.approvals a where a.project_id = p_project and a.subject = p_subject and a.status = 'denied'
      and a.task_id is null and a.expires_at > p_now);
  end if;
  return exists (select from cairn.approvals a where a.project_id = p_project and a.task_id = p_task and a.status = 'denied'
    and (a.subject = p_subject or a.routes && p_routes));
end $$;

-- Whether a credential has so much waiting for people that nobody would look at more; joining what waits is no more.
create function cairn.waits_for_too_much(p_project uuid, p_credential uuid, p_digest bytea, p_now timestamptz) returns boolean
  language plpgsql stable as $$
declare
  c_most constant int := 500;
begin
  if exists (select from cairn.approvals a where a.project_id = p_project and a.digest = p_digest and a.status = 'pending') then
    return false;
  end if;
  return c_most <= (select count(*) from (select from cairn.approvals a
    where a.project_id = p_project and a.credential_id = p_credential and a.status = 'pending' and a.expires_at > p_now limit c_most) w);
end $$;

-- Writes a decision down with all that follows from it: what was approved is used, an approval is asked for or joined, a permit is
-- given. One round trip, one transaction, and the audit with it.
create function cairn.decide_action(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_id uuid, p_agent text, p_task text, p_kind text, p_tool bigint, p_digest bytea, p_subject bytea, p_place bigint, p_routes bigint[],
  p_revision int, p_outcome text, p_allowed text, p_risk text, p_trace text, p_sealed bytea,
  p_permit_hash bytea, p_permit_s int,
  p_approval uuid, p_quorum int, p_roles text[], p_owner_may boolean, p_veto boolean, p_grants jsonb, p_ttl_s int, p_denied_routes bigint[]
) returns table (
  outcome text, reason text, at timestamptz, approval_id uuid, approval_status text, approval_expires_at timestamptz, approvers int,
  permit_expires_at timestamptz
) language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
#variable_conflict use_column
declare
  v_at timestamptz(3) := clock_timestamp();
  v_outcome text := p_outcome;
  v_reason text;
  v_approval uuid;
  v_status text;
  v_expires timestamptz(3);
  v_approvers int;
  -- who asked, and whom the agent belongs to unless the rule lets them
  v_excluded uuid[] := array[p_user];
  v_permit timestamptz(3);
begin
  perform set_config('cairn.project_id', p_project::text, true);
  if p_outcome <> 'deny' and cairn.was_denied(p_project, p_subject, p_task, p_routes, v_at) then
    v_outcome := 'deny';
    v_reason := 'denied_before';
  elsif p_outcome = 'require_approval' then
    v_approval := cairn.take_grant(p_project, p_digest, p_task, null, v_at);
    if v_approval is not null then
      v_outcome := p_allowed;
      v_reason := 'approved';
      v_status := 'approved';
    end if;
  end if;
  if v_outcome = 'require_approval' and cairn.waits_for_too_much(p_project, p_credential, p_digest, v_at) then
    v_outcome := 'deny';
    v_reason := 'too_many_waiting';
  end if;
  if v_outcome = 'require_approval' then
    if p_agent is not null and not p_owner_may then
      v_excluded := v_excluded || cairn.agent_owners(p_project, p_agent);
    end if;
    update cairn.approvals a set status = 'expired', updated_at = v_at
      where a.project_id = p_project and a.digest = p_digest and coalesce(a.task_id, '') = coalesce(p_task, '')
        and a.status = 'pending' and a.expires_at <= v_at;
    insert into cairn.approvals as a (project_id, id, decision_id, status, user_id, credential_id, agent_id, task_id, kind, digest, subject,
        place, routes, policy_revision, quorum, roles, excluded, veto, grants, ttl_s, created_at, updated_at, expires_at)
      values (p_project, p_approval, p_id, 'pending', p_user, p_credential, p_agent, p_task, p_kind, p_digest, p_subject,
        p_place, p_denied_routes, p_revision, p_quorum, p_roles, v_excluded, p_veto, p_grants, p_ttl_s, v_at, v_at,
        v_at + make_interval(secs => p_ttl_s))
      on conflict (project_id, digest, (coalesce(task_id, ''))) where status = 'pending' do update set asks = a.asks + 1
      returning a.id, a.status, a.expires_at into v_approval, v_status, v_expires;
    if v_approval = p_approval then
      update cairn.approvals a set status = 'superseded', superseded_by = p_approval, updated_at = v_at,
          reason = case when a.subject = p_subject then 'policy_changed' else 'action_changed' end
        from (
          -- in one order for all, so that two of these do not wait for each other
          select o.id from cairn.approvals o
          where o.project_id = p_project and o.status in ('pending', 'approved') and o.id <> p_approval
            and o.credential_id = p_credential and o.task_id is not distinct from p_task
            and ((o.subject = p_subject and o.policy_revision <> p_revision) or (o.place = p_place and o.subject <> p_subject))
          order by o.id for update) replaced
        where a.project_id = p_project and a.id = replaced.id;
    end if;
    select count(*) into v_approvers from cairn.approvers(p_project, p_roles, v_excluded);
  end if;
  insert into cairn.decisions (project_id, id, user_id, credential_id, agent_id, task_id, kind, tool, digest, subject, policy_revision,
      outcome, reason, risk, approval_id, trace_id, sealed, created_at)
    values (p_project, p_id, p_user, p_credential, p_agent, p_task, p_kind, p_tool, p_digest, p_subject, p_revision,
      v_outcome, v_reason, p_risk, v_approval, p_trace, p_sealed, v_at);
  if v_outcome in ('allow', 'allow_with_obligations') then
    -- A permit ends with what allowed it.
    v_permit := least(v_at + make_interval(secs => p_permit_s),
      (select g.expires_at from cairn.grants g where g.project_id = p_project and g.approval_id = v_approval));
    insert into cairn.permits (project_id, decision_id, token_hash, digest, policy_revision, credential_id, approval_id, expires_at)
      values (p_project, p_id, p_permit_hash, p_digest, p_revision, p_credential, v_approval, v_permit);
  end if;
  -- All that the entry says is at hand here; elsewhere it is looked up by the decision.
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome,
      reason, agent_id, action_digest, policy_revision, decision_id)
    values (p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.decide', p_id::text, v_outcome,
      v_reason, p_agent, p_digest, p_revision, p_id);
  return query select v_outcome, v_reason, v_at::timestamptz, v_approval, v_status, v_expires::timestamptz, v_approvers, v_permit::timestamptz;
end $$;

-- An approval of which nothing is left to use is consumed. The caller holds its lock or has just taken its last use.
create function cairn.consume_approval(p_project uuid, p_approval uuid, p_now timestamptz) returns void language sql as $$
  update cairn.approvals a set status = 'consumed', updated_at = p_now
    where a.project_id = p_project and a.id = p_approval and a.status = 'approved'
      and exists (select from cairn.grants g where g.project_id = p_project and g.approval_id = p_approval and g.uses_left = 0)
      and not exists (select from cairn.permits t
        where t.project_id = p_project and t.approval_id = p_approval and t.consumed_at is null and t.expires_at > p_now)
$$;

-- Spends a permit and begins the execution that it is for: one conditional update decides, so of any number that try at once one
-- begins. `p_status` is 'running', or 'succeeded' when the effect is in this very transaction. What is compared are hashes of 250
-- random bits: how long that takes tells nothing of a token.
create function cairn.start_action(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_decision uuid, p_token_hash bytea, p_digest bytea, p_execution uuid, p_status text
) returns table (outcome text, at timestamptz) language plpgsql
  set plan_cache_mode = force_generic_plan
  as $$
#variable_conflict use_column
declare
  v_at timestamptz(3) := clock_timestamp();
  v_approval uuid;
  v_outcome text := 'done';
begin
  perform set_config('cairn.project_id', p_project::text, true);
  update cairn.permits t set consumed_at = v_at
    where t.project_id = p_project and t.decision_id = p_decision and t.token_hash = p_token_hash and t.credential_id = p_credential
      and t.consumed_at is null and t.expires_at > clock_timestamp()
      and t.digest = coalesce(p_digest, t.digest) and t.policy_revision = cairn.policy_in_force(p_project)
      and (t.approval_id is null or exists (select from cairn.approvals a
        where a.project_id = p_project and a.id = t.approval_id and a.status = 'approved'))
    returning t.approval_id into v_approval;
  if found then
    insert into cairn.executions (project_id, id, decision_id, approval_id, user_id, credential_id, agent_id, task_id, kind, digest, status,
        started_at, reported_at)
      select p_project, p_execution, d.id, v_approval, p_user, p_credential, d.agent_id, d.task_id, d.kind, d.digest, p_status,
        v_at, case when p_status <> 'running' then v_at end
      from cairn.decisions d where d.project_id = p_project and d.id = p_decision;
    if v_approval is not null then perform cairn.consume_approval(p_project, v_approval, v_at); end if;
  else
    v_outcome := cairn.permit_fault(p_project, p_credential, p_decision, p_token_hash, p_digest);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.start', p_decision::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- Why a permit was not spent.
create function cairn.permit_fault(p_project uuid, p_credential uuid, p_decision uuid, p_token_hash bytea, p_digest bytea) returns text
  language plpgsql stable as $$
declare
  d record;
  t record;
begin
  select credential_id into d from cairn.decisions where project_id = p_project and id = p_decision;
  if not found then return 'not_found'; end if;
  if d.credential_id <> p_credential then return 'not_owned'; end if;
  select * into t from cairn.permits where project_id = p_project and decision_id = p_decision;
  if not found then return 'not_permitted'; end if;
  if t.token_hash <> p_token_hash then return 'wrong_permit'; end if;
  if t.consumed_at is not null then return 'spent'; end if;
  if t.expires_at <= clock_timestamp() then return 'expired'; end if;
  if t.digest <> coalesce(p_digest, t.digest) then return 'other_action'; end if;
  if t.policy_revision <> cairn.policy_in_force(p_project) then return 'policy_changed'; end if;
  return 'approval_ended';
end $$;

-- Spends one use of an approval and notes the execution: for an effect in the same transaction, or one that begins now.
create function cairn.spend_approval(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_approval uuid, p_digest bytea, p_task text, p_execution uuid, p_status text
) returns table (outcome text, at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  v_at timestamptz(3) := clock_timestamp();
  v_outcome text := 'done';
  a record;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select * into a from cairn.approvals where project_id = p_project and id = p_approval for update;
  if not found then
    v_outcome := 'not_found';
  elsif a.credential_id <> p_credential then
    v_outcome := 'not_owned';
  elsif a.digest <> p_digest then
    v_outcome := 'other_action';
  elsif cairn.take_grant(p_project, p_digest, p_task, p_approval, v_at) is null then
    v_outcome := case
      when a.policy_revision <> cairn.policy_in_force(p_project) then 'policy_changed'
      when a.status in ('pending', 'approved') and a.expires_at <= v_at then 'expired'
      when a.status in ('consumed', 'approved') then 'spent'
      else a.status end;
  else
    insert into cairn.executions (project_id, id, decision_id, approval_id, user_id, credential_id, agent_id, task_id, kind, digest, status,
        started_at, reported_at)
      values (p_project, p_execution, a.decision_id, p_approval, p_user, p_credential, a.agent_id, p_task, a.kind, a.digest, p_status,
        v_at, case when p_status <> 'running' then v_at end);
    perform cairn.consume_approval(p_project, p_approval, v_at);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.start',
    coalesce(a.decision_id, p_approval)::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- What became of an execution: told once, by the credential that began it.
create function cairn.report_outcome(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_id uuid, p_status text, p_exit_code int, p_summary bytea
) returns table (outcome text, at timestamptz) language plpgsql as $$
#variable_conflict use_column
declare
  v_at timestamptz(3) := clock_timestamp();
  v_outcome text := 'done';
  e record;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  update cairn.executions x set status = p_status, exit_code = p_exit_code, summary = p_summary, reported_at = v_at
    where x.project_id = p_project and x.id = p_id and x.credential_id = p_credential and x.reported_at is null;
  if not found then
    select x.credential_id into e from cairn.executions x where x.project_id = p_project and x.id = p_id;
    v_outcome := case when not found then 'not_found' when e.credential_id <> p_credential then 'not_owned' else 'reported_before' end;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.outcome', p_id::text,
    case v_outcome when 'done' then p_status else v_outcome end);
  return query select v_outcome, v_at::timestamptz;
end $$;

-- One person's vote. Votes on an approval happen one after the other, under its lock.
create function cairn.vote_on_approval(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_id uuid, p_decision text, p_comment bytea, p_scope text, p_uses int, p_until timestamptz
) returns text language plpgsql as $$
declare
  v_at timestamptz(3) := clock_timestamp();
  v_outcome text;
  a record;
  v_role text;
  v_until timestamptz(3);
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select * into a from cairn.approvals where project_id = p_project and id = p_id for update;
  if found then
    select m.role into v_role from cairn.projects p join cairn.workspace_members m on m.workspace_id = p.workspace_id
      where p.id = p_project and m.user_id = p_user;
    v_outcome := case
      when p_user = any (a.excluded) and not cairn.lets_self_approve(p_project) then 'self_approval'
      when p_credential_kind <> 'session' then 'not_a_person'
      when v_role is null or v_role <> all (a.roles) then 'not_an_approver'
      when a.status = 'pending' and a.expires_at <= v_at then 'expired'
      when a.status = 'pending' and a.policy_revision <> cairn.policy_in_force(p_project) then 'superseded'
      when a.status <> 'pending' then a.status
      when exists (select from cairn.votes v where v.project_id = p_project and v.approval_id = p_id and v.user_id = p_user) then 'voted_before'
      when p_decision = 'approve' and not cairn.may_grant(a.grants, a.task_id, p_scope, p_uses, p_until, v_at) then 'grant_too_wide'
      else 'done' end;
  else
    v_outcome := 'not_found';
  end if;
  if v_outcome in ('expired', 'superseded') and a.status = 'pending' then
    update cairn.approvals set status = v_outcome, updated_at = v_at, reason = case v_outcome when 'superseded' then 'policy_changed' end
      where project_id = p_project and id = p_id;
  elsif v_outcome = 'done' then
    v_until := case p_scope when 'until' then p_until
      when 'task' then v_at + make_interval(secs => coalesce((a.grants ->> 'until_s')::int, a.ttl_s)) end;
    insert into cairn.votes (project_id, approval_id, user_id, credential_id, role, decision, uses, task_only, until, comment, created_at)
      values (p_project, p_id, p_user, p_credential, v_role, p_decision,
        case p_scope when 'once' then 1 when 'uses' then p_uses end, p_scope in ('once', 'task'), v_until, p_comment, v_at);
    perform cairn.count_votes(p_project, p_id, v_at);
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'approval.vote', p_id::text,
    case v_outcome when 'done' then p_decision else v_outcome end);
  return v_outcome;
end $$;

-- Whether the rule lets a vote give so much.
create function cairn.may_grant(p_grants jsonb, p_task text, p_scope text, p_uses int, p_until timestamptz, p_now timestamptz) returns boolean
  language sql immutable as $$
  select case p_scope
    when 'once' then true
    when 'uses' then p_uses <= coalesce((p_grants ->> 'uses')::int, 1)
    when 'task' then p_task is not null and coalesce((p_grants ->> 'task')::boolean, false)
    else p_until > p_now and p_until <= p_now + make_interval(secs => coalesce((p_grants ->> 'until_s')::int, 0)) end
$$;

-- Settles an approval when its votes do. The caller holds its lock. Votes of people who may not vote any more do not count.
create function cairn.count_votes(p_project uuid, p_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  a record;
  c record;
begin
  select * into a from cairn.approvals where project_id = p_project and id = p_id;
  select count(*) filter (where v.decision = 'approve') as approve, count(*) filter (where v.decision = 'deny') as deny,
      min(v.uses) filter (where v.decision = 'approve') as uses, bool_or(v.task_only) filter (where v.decision = 'approve') as task_only,
      min(v.until) filter (where v.decision = 'approve') as until
    into c
    from cairn.votes v join cairn.approvers(p_project, a.roles, a.excluded) r on r.user_id = v.user_id
    where v.project_id = p_project and v.approval_id = p_id;
  if c.deny >= (case when a.veto then 1 else a.quorum end) then
    update cairn.approvals set status = 'denied', updated_at = p_now where project_id = p_project and id = p_id;
  elsif c.approve >= a.quorum then
    update cairn.approvals set status = 'approved', updated_at = p_now, expires_at = coalesce(c.until, p_now + make_interval(secs => a.ttl_s))
      where project_id = p_project and id = p_id;
    insert into cairn.grants (project_id, approval_id, digest, uses_left, task_only, task_id, expires_at)
      values (p_project, p_id, a.digest, c.uses, c.task_only, a.task_id, coalesce(c.until, p_now + make_interval(secs => a.ttl_s)));
  end if;
end $$;

-- Takes an approval back: whoever asked ends the waiting or what was given; an approver what was given.
create function cairn.withdraw_approval(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid, p_id uuid, p_how text
) returns text language plpgsql as $$
declare
  v_at timestamptz(3) := clock_timestamp();
  v_outcome text;
  a record;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select * into a from cairn.approvals where project_id = p_project and id = p_id for update;
  if found then
    v_outcome := case
      when p_how = 'cancel' and a.user_id <> p_user then 'not_owned'
      when p_how = 'revoke' and p_credential_kind <> 'session' then 'not_a_person'
      when p_how = 'revoke' and not exists (select from cairn.projects p join cairn.workspace_members m on m.workspace_id = p.workspace_id
        where p.id = p_project and m.user_id = p_user and m.role = any (a.roles)) then 'not_an_approver'
      when a.status in ('pending', 'approved') and a.expires_at <= v_at then 'expired'
      when a.status = 'approved' or (p_how = 'cancel' and a.status = 'pending') then 'done'
      else a.status end;
  else
    v_outcome := 'not_found';
  end if;
  if v_outcome = 'done' or (v_outcome = 'expired' and a.status <> 'expired') then
    update cairn.approvals set updated_at = v_at, status = case
        when v_outcome = 'expired' then 'expired' when a.status = 'pending' then 'cancelled' else 'revoked' end
      where project_id = p_project and id = p_id;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'approval.' || p_how, p_id::text, v_outcome);
  return v_outcome;
end $$;

-- Ends what was asked for or given under another revision than the one in force, for good: putting the other one in force again does not
-- bring it back. Called where a revision is put in force, in that transaction.
create function cairn.supersede_approvals(p_project uuid) returns void language plpgsql as $$
begin
  update cairn.approvals a set status = 'superseded', reason = 'policy_changed', updated_at = clock_timestamp()
    from (
      select o.id from cairn.approvals o
      where o.project_id = p_project and o.status in ('pending', 'approved') and o.policy_revision <> cairn.policy_in_force(p_project)
      order by o.id for update) replaced
    where a.project_id = p_project and a.id = replaced.id;
end $$;
