-- Who approved has to have the right to when what was approved begins, not only when it was permitted.

-- Whether an approval has its votes still, of people who may vote on it now.
create function cairn.still_approved(p_project uuid, p_approval uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from cairn.approvals a
    where a.project_id = p_project and a.id = p_approval and a.status = 'approved'
      and a.quorum <= (select count(*) from cairn.votes v join cairn.approvers(p_project, a.roles, a.excluded) r on r.user_id = v.user_id
        where v.project_id = p_project and v.approval_id = p_approval and v.decision = 'approve'));
end $$;

-- As in 0010, and asks whether the approval stands.
create or replace function cairn.start_action(
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
      and (t.approval_id is null or cairn.still_approved(p_project, t.approval_id))
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
    if v_outcome = 'approval_ended' then
      update cairn.approvals a set status = 'revoked', reason = 'approver_lost_rights', updated_at = v_at
        where a.project_id = p_project and a.status = 'approved' and not cairn.still_approved(p_project, a.id)
          and a.id = (select t.approval_id from cairn.permits t where t.project_id = p_project and t.decision_id = p_decision);
    end if;
  end if;
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'action.start', p_decision::text, v_outcome);
  return query select v_outcome, v_at::timestamptz;
end $$;
