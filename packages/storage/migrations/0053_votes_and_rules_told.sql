-- A vote that comes when the approval is settled is told as one that came too late: its outcome was the word for how it was settled, so that the
-- entry read as if whoever voted had approved. The same for what takes an approval back.
create or replace function cairn.vote_on_approval(
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
    case when v_outcome = 'done' then p_decision when v_outcome = a.status then 'already_' || v_outcome else v_outcome end);
  return v_outcome;
end $$;

create or replace function cairn.withdraw_approval(
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
  perform cairn.record_audit(p_project, p_audit, p_user, p_credential, p_credential_kind, p_request, 'approval.' || p_how, p_id::text,
    case when v_outcome = a.status then 'already_' || v_outcome else v_outcome end);
  return v_outcome;
end $$;

-- The revision in force of a project or a workspace, as it stands in its table: whether its rules are still those of its digest is seen by who
-- verifies. No row where none is in force, or what is in force is built in.
create function cairn.policy_in_table(p_chain uuid) returns table (number int, name text, rules text, digest bytea) language plpgsql stable as $$
#variable_conflict use_column
declare
  v_within text := current_setting('cairn.project_id', true);
  v_project uuid;
begin
  select p.id into v_project from cairn.projects p where p_chain in (p.id, p.workspace_id) limit 1;
  if not found then return; end if;
  perform set_config('cairn.project_id', v_project::text, true);
  return query
    select r.number, r.name, r.rules::text, r.digest from cairn.policy_state s
      join cairn.policy_revisions r on r.project_id = s.project_id and r.number = s.active
      where s.project_id = p_chain
    union all
    select r.number, r.name, r.rules::text, r.digest from cairn.workspace_policy_state s
      join cairn.workspace_policy_revisions r on r.workspace_id = s.workspace_id and r.number = s.active
      where s.workspace_id = p_chain;
  perform set_config('cairn.project_id', v_within, true);
end $$;
