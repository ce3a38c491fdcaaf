-- As in 0017, with what is in force held to having been activated: a revision that never was, and the loss of which one is in force where
-- one was before, come as a number without rules, which denies everything until a revision is activated.
create or replace function cairn.active_policy(p_project uuid, p_etag text) returns table (
  etag text, number int, name text, rules text, digest bytea,
  workspace_number int, workspace_name text, workspace_rules text, workspace_digest bytea
) language plpgsql as $$
#variable_conflict use_column
declare
  v record;
  v_etag text;
begin
  perform set_config('cairn.project_id', p_project::text, true);
  select coalesce(s.active, (select max(l.number) from cairn.policy_revisions l
        where l.project_id = p_project and l.activated_at is not null), 0) as number,
      r.name, r.rules::text as rules, r.digest,
      coalesce(ws.active, (select max(l.number) from cairn.workspace_policy_revisions l
        where l.workspace_id = p.workspace_id and l.activated_at is not null), 0) as w_number,
      wr.name as w_name, wr.rules::text as w_rules, wr.digest as w_digest into v
    from cairn.projects p
    left join cairn.policy_state s on s.project_id = p_project
    left join cairn.policy_revisions r on r.project_id = p_project and r.number = s.active and r.activated_at is not null
    left join cairn.workspace_policy_state ws on ws.workspace_id = p.workspace_id
    left join cairn.workspace_policy_revisions wr
      on wr.workspace_id = p.workspace_id and wr.number = ws.active and wr.activated_at is not null
    where p.id = p_project;
  if not found then return; end if;
  v_etag := md5(v::text);
  if v_etag = p_etag then
    return query select v_etag, v.number, null::text, null::text, null::bytea, v.w_number, null::text, null::text, null::bytea;
  else
    return query select v_etag, v.number, v.name, v.rules, v.digest, v.w_number, v.w_name, v.w_rules, v.w_digest;
  end if;
end $$;
