-- The audit says by which rules something was denied, asked about or allowed.

-- Ends what waits or is approved of the same subject under another policy, and of another action in the same place, in favour of a
-- new approval. What is concerned is found first, by the two keys of it: as a part of the update, the plan for small tables would
-- read all approvals of the project for each of them.
create function cairn.supersede_approvals(
  p_project uuid, p_approval uuid, p_credential uuid, p_task text, p_subject bytea, p_place bigint, p_revision int, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_ids uuid[];
begin
  select array_agg(o.id) into v_ids from (
    select a.id, a.credential_id, a.task_id from cairn.approvals a
      where a.project_id = p_project and a.subject = p_subject and a.status in ('pending', 'approved') and a.policy_revision <> p_revision
    union all
    select a.id, a.credential_id, a.task_id from cairn.approvals a
      where a.project_id = p_project and a.place = p_place and a.status in ('pending', 'approved') and a.subject <> p_subject) o
    where o.id <> p_approval and o.credential_id = p_credential and o.task_id is not distinct from p_task;
  if v_ids is null then return; end if;
  -- in one order for all, so that two of these do not wait for each other
  perform from cairn.approvals a where a.project_id = p_project and a.id = any (v_ids) order by a.id for update;
  update cairn.approvals a set status = 'superseded', superseded_by = p_approval, updated_at = p_at,
      reason = case when a.subject = p_subject then 'policy_changed' else 'action_changed' end
    where a.project_id = p_project and a.id = any (v_ids) and a.status in ('pending', 'approved');
end $$;

-- As in 0020, and the entry's detail says why. The last parameter has a default: a process of the version before calls it without.
drop function cairn.decide_action(uuid, uuid, uuid, text, text, uuid, uuid, text, text, text, bigint, bytea, bytea, bigint, bigint[], int, text, text, text, text, bytea,
  bytea, int, uuid, int, text[], boolean, boolean, jsonb, int, bigint[], uuid, bytea);
create function cairn.decide_action(
  p_project uuid, p_user uuid, p_credential uuid, p_credential_kind text, p_request text, p_audit uuid,
  p_id uuid, p_agent text, p_task text, p_kind text, p_tool bigint, p_digest bytea, p_subject bytea, p_place bigint, p_routes bigint[],
  p_revision int, p_outcome text, p_allowed text, p_risk text, p_trace text, p_sealed bytea,
  p_permit_hash bytea, p_permit_s int,
  p_approval uuid, p_quorum int, p_roles text[], p_owner_may boolean, p_veto boolean, p_grants jsonb, p_ttl_s int, p_denied_routes bigint[],
  p_memory uuid, p_content bytea, p_why jsonb default null
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
      perform cairn.supersede_approvals(p_project, p_approval, p_credential, p_task, p_subject, p_place, p_revision, v_at);
    end if;
    select count(*) into v_approvers from cairn.approvers(p_project, p_roles, v_excluded);
  end if;
  insert into cairn.decisions (project_id, id, user_id, credential_id, agent_id, task_id, kind, tool, digest, subject, policy_revision,
      outcome, reason, risk, approval_id, trace_id, sealed, created_at, memory_id, content)
    values (p_project, p_id, p_user, p_credential, p_agent, p_task, p_kind, p_tool, p_digest, p_subject, p_revision,
      v_outcome, v_reason, p_risk, v_approval, p_trace, p_sealed, v_at, p_memory,
      -- Whoever decides reads it in the decision that asked first.
      case when v_outcome = 'require_approval' and v_approval = p_approval then p_content end);
  if v_outcome in ('allow', 'allow_with_obligations') then
    -- A permit ends with what allowed it.
    v_permit := least(v_at + make_interval(secs => p_permit_s),
      (select g.expires_at from cairn.grants g where g.project_id = p_project and g.approval_id = v_approval));
    insert into cairn.permits (project_id, decision_id, token_hash, digest, policy_revision, credential_id, approval_id, expires_at)
      values (p_project, p_id, p_permit_hash, p_digest, p_revision, p_credential, v_approval, v_permit);
  end if;
  -- All that the entry says is at hand here; elsewhere it is looked up by the decision.
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome,
      reason, agent_id, action_digest, policy_revision, decision_id, detail)
    values (p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.decide', p_id::text, v_outcome,
      v_reason, p_agent, p_digest, p_revision, p_id,
      case when v_reason is null then p_why
        when v_reason = 'approved' then p_why || jsonb_build_object('reason', v_reason)
        -- What people said before, and not the rules.
        else jsonb_build_object('reason', v_reason) end);
  return query select v_outcome, v_reason, v_at::timestamptz, v_approval, v_status, v_expires::timestamptz, v_approvers, v_permit::timestamptz;
end $$;
