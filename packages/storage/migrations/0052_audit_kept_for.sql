-- For how long whoever owns the database has the audit kept. Services say which entries are old enough to go; younger ones than this do not go
-- whoever says so, and without a row none goes. Only the owner writes it.
create table cairn.audit_keeping (
  only_one boolean primary key default true check (only_one),
  days int not null check (days between 1 and 36500)
);
revoke all on cairn.audit_keeping from public;
grant select on cairn.audit_keeping to cairn_maintenance;

-- As in 0011, and none that the owner has kept.
create or replace function cairn.audit_cut_point(p_chain uuid, p_before timestamptz, p_most int) returns table (seq bigint, hash bytea)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.seq, o.hash
  from (
    select c.seq, c.hash,
      bool_and(coalesce(e.at, d.at) < least(p_before, now() - k.days * interval '24 hours')) over (order by c.seq) as is_older
    from (select x.* from cairn.audit_chain x where x.project_id = p_chain order by x.seq limit p_most) c
    cross join cairn.audit_keeping k
    left join lateral (select x.at from cairn.audit_entries x where x.project_id = p_chain and x.id = c.entry_id limit 1) e on true
    left join lateral (select x.at from cairn.directory_events x where x.id = c.entry_id limit 1) d on true
  ) o
  where o.is_older order by o.seq desc limit 1
$$;

-- As in 0011, and refused for entries that the owner has kept: a place that is said to be signed is a row that services may write.
create or replace function cairn.cut_audit(p_chain uuid, p_seq bigint) returns boolean language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  as $$
declare
  v_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  v_before timestamptz;
begin
  if not exists (
    select from cairn.audit_checkpoints k join cairn.audit_chain c on c.project_id = k.project_id and c.seq = k.seq and c.hash = k.hash
    where k.project_id = p_chain and k.seq = p_seq and k.purpose = 'start'
  ) then
    return false;
  end if;
  select now() - k.days * interval '24 hours' into v_before from cairn.audit_keeping k;
  if v_before is null or exists (
    select from cairn.audit_chain c
    left join cairn.audit_entries e on e.project_id = p_chain and e.id = c.entry_id
    left join cairn.directory_events d on d.chain_id = p_chain and d.id = c.entry_id
    where c.project_id = p_chain and c.seq <= p_seq and coalesce(e.at, d.at) >= v_before
  ) then
    raise exception 'the audit is kept for longer than that by the owner of the database' using errcode = '42501';
  end if;
  perform set_config('cairn.cutting', 'on', true);
  delete from cairn.audit_entries e using cairn.audit_chain c
    where c.project_id = p_chain and c.seq <= p_seq and e.project_id = p_chain and e.id = c.entry_id;
  delete from cairn.directory_events e using cairn.audit_chain c
    where c.project_id = p_chain and c.seq <= p_seq and e.chain_id = p_chain and e.id = c.entry_id;
  delete from cairn.audit_chain where project_id = p_chain and seq <= p_seq;
  delete from cairn.audit_checkpoints where project_id = p_chain and seq < p_seq;
  perform set_config('cairn.cutting', '', true);
  -- The chain itself tells that it was cut.
  if exists (select from cairn.audit_heads h where h.project_id = p_chain and h.kind = 'project') then
    insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, action, target, outcome, request_id)
      values (p_chain, gen_random_uuid(), v_nobody, v_nobody, 'operator', 'audit.cut', p_seq::text, 'done', 'retention');
  else
    insert into cairn.directory_events (id, workspace_id, user_id, credential_kind, action, target, outcome, request_id)
      values (gen_random_uuid(), (select w.id from cairn.workspaces w where w.id = p_chain), nullif(p_chain, v_nobody),
        'operator', 'audit.cut', p_seq::text, 'done', 'retention');
  end if;
  return true;
end $$;
