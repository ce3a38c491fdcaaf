-- What is in force is held to what the audit tells of: whoever may change the tables of policies can not put rules in force, or take them
-- away, without the signed chain saying so.
create index audit_entries_activations on cairn.audit_entries (project_id) where action = 'policy.activate' and outcome = 'done';
create index directory_events_activations on cairn.directory_events (chain_id) where action = 'policy.activate' and outcome = 'done';

-- Whether that revision is the one that was activated last, as the chain of a project or a workspace tells. Where it tells of none, that was
-- never done, or was let go with the beginning of the audit: then nothing can be held to it. Entries of before this have no digest.
-- Stable, as all that asks it: what is in force and what is told of it are seen at one moment. Planned at each call, by how large the audit is
-- then.
create function cairn.is_activated(p_chain uuid, p_number int, p_digest bytea) returns boolean language plpgsql stable
  set plan_cache_mode = force_custom_plan
  as $$
declare
  v_within text := current_setting('cairn.project_id', true);
  v record;
begin
  perform set_config('cairn.project_id', p_chain::text, true);
  select e.target, e.detail ->> 'digest' as digest into v
    from (
      select x.id, x.target, x.detail from cairn.audit_entries x
        where x.project_id = p_chain and x.action = 'policy.activate' and x.outcome = 'done'
      union all
      select x.id, x.target, x.detail from cairn.directory_events x
        where x.chain_id = p_chain and x.action = 'policy.activate' and x.outcome = 'done') e
    cross join lateral (select k.seq from cairn.audit_chain k where k.project_id = p_chain and k.entry_id = e.id offset 0) c
    order by c.seq desc limit 1;
  perform set_config('cairn.project_id', v_within, true);
  return v.target is null or (v.target = p_number::text and (v.digest is null or v.digest is not distinct from encode(p_digest, 'hex')));
end $$;

-- As in 0043, and what was not activated as the audit tells comes as a number without rules too.
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
      wr.name as w_name, wr.rules::text as w_rules, wr.digest as w_digest,
      cairn.is_activated(p_project, coalesce(s.active, 0), r.digest) as is_told,
      cairn.is_activated(p.workspace_id, coalesce(ws.active, 0), wr.digest) as w_is_told into v
    from cairn.projects p
    left join cairn.policy_state s on s.project_id = p_project
    left join cairn.policy_revisions r on r.project_id = p_project and r.number = s.active and r.activated_at is not null
    left join cairn.workspace_policy_state ws on ws.workspace_id = p.workspace_id
    left join cairn.workspace_policy_revisions wr
      on wr.workspace_id = p.workspace_id and wr.number = ws.active and wr.activated_at is not null
    where p.id = p_project;
  if not found then return; end if;
  -- Number 0 would be rules that are built in, or none: whichever it is, it is another one than the audit tells.
  if not v.is_told then
    v.number := greatest(v.number, 1);
    v.name := null; v.rules := null; v.digest := null;
  end if;
  if not v.w_is_told then
    v.w_number := greatest(v.w_number, 1);
    v.w_name := null; v.w_rules := null; v.w_digest := null;
  end if;
  v_etag := md5(v::text);
  if v_etag = p_etag then
    return query select v_etag, v.number, null::text, null::text, null::bytea, v.w_number, null::text, null::text, null::bytea;
  else
    return query select v_etag, v.number, v.name, v.rules, v.digest, v.w_number, v.w_name, v.w_rules, v.w_digest;
  end if;
end $$;

-- Whether what is in force of a project or a workspace is what its chain tells. A workspace's rules are seen from within a project of it.
create function cairn.is_policy_told(p_chain uuid) returns boolean language plpgsql stable as $$
declare
  v_within text := current_setting('cairn.project_id', true);
  v_project uuid;
  v record;
begin
  if exists (select from cairn.projects p where p.id = p_chain) then
    perform set_config('cairn.project_id', p_chain::text, true);
    select s.active, r.digest into v from cairn.policy_state s
      left join cairn.policy_revisions r on r.project_id = p_chain and r.number = s.active
      where s.project_id = p_chain;
  else
    select p.id into v_project from cairn.projects p where p.workspace_id = p_chain limit 1;
    -- Of what is gone, or is an account, nothing is in force.
    if not found then return true; end if;
    perform set_config('cairn.project_id', v_project::text, true);
    select s.active, r.digest into v from cairn.workspace_policy_state s
      left join cairn.workspace_policy_revisions r on r.workspace_id = p_chain and r.number = s.active
      where s.workspace_id = p_chain;
  end if;
  perform set_config('cairn.project_id', v_within, true);
  return cairn.is_activated(p_chain, coalesce(v.active, 0), v.digest);
end $$;
