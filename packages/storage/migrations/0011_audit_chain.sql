-- The audit as a chain: each entry has a number without a gap and a hash over all that it says and over the hash before it, made when
-- its transaction commits. What the head was is signed by the service and kept outside of the database too, so that nobody who
-- may change every table can change, take away or make up an entry unseen.
--
-- A chain belongs to a project, to a workspace, or to an account (what a person does to their own; the operator's is that of id 0).
-- `project_id` names it in all three cases: the tables of chains are behind the tenant wall like every other.

-- `decision_id`, `action_digest` and `policy_revision` are of the decision that an entry is about; `detail` never holds content.
alter table cairn.audit_entries
  add column trace_id text,
  add column agent_id text,
  add column reason text,
  add column action_digest bytea,
  add column policy_revision int,
  add column decision_id uuid,
  add column detail jsonb;
create index audit_entries_trace on cairn.audit_entries (project_id, trace_id) where trace_id is not null;
create index audit_entries_decision on cairn.audit_entries (project_id, decision_id) where decision_id is not null;

alter table cairn.directory_events
  add column trace_id text,
  add column chain_id uuid not null generated always as (coalesce(workspace_id, user_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored;
create index directory_events_chain on cairn.directory_events (chain_id, at);

-- Its lock is the last that a writing transaction takes, at its commit: it cannot be part of a deadlock, unless one transaction wrote
-- to two chains that others write to. None does: what belongs to no project and to no workspace belongs to one account.
create table cairn.audit_heads (
  project_id uuid primary key,
  kind text not null check (kind in ('project', 'directory')),
  seq bigint not null,
  hash bytea not null,
  moved_at timestamptz(3) not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

create table cairn.audit_chain (
  project_id uuid not null,
  seq bigint not null,
  entry_id uuid not null,
  hash bytea not null,
  primary key (project_id, seq)
);
create unique index audit_chain_entry on cairn.audit_chain (project_id, entry_id);

-- `head`: the chain was this long and ended so. `start`: what is before it was let go, and the chain begins after it.
create table cairn.audit_checkpoints (
  project_id uuid not null,
  seq bigint not null,
  purpose text not null check (purpose in ('head', 'start')),
  kind text not null check (kind in ('project', 'directory')),
  hash bytea not null,
  at timestamptz(3) not null,
  key_id text not null,
  signature bytea not null,
  primary key (project_id, seq, purpose)
);
create index audit_checkpoints_newest on cairn.audit_checkpoints (at);

do $$
declare t text;
begin
  foreach t in array array['audit_heads', 'audit_chain', 'audit_checkpoints'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app using (project_id = cairn.current_project()) with check (project_id = cairn.current_project())', t);
    -- The owner's functions below keep every chain.
    execute format('create policy keeper on cairn.%I to current_user using (true) with check (true)', t);
    execute format('grant select on cairn.%I to cairn_app', t);
  end loop;
  foreach t in array array['audit_chain', 'audit_checkpoints'] loop
    execute format('create trigger %I before update or delete or truncate on cairn.%I for each statement execute function cairn.refuse_change()',
      t || '_append_only', t);
  end loop;
end $$;
create policy keeper on cairn.audit_entries to current_user using (true) with check (true);
create policy sweep on cairn.audit_heads to cairn_maintenance using (true);
create policy sweep on cairn.audit_checkpoints to cairn_maintenance using (true) with check (true);
grant insert on cairn.audit_checkpoints to cairn_app;
grant select on cairn.audit_heads to cairn_maintenance;
grant select, insert on cairn.audit_checkpoints to cairn_maintenance;

-- What a row is written for comes as `<request> <trace>`, through every function that writes one.
create function cairn.split_origin() returns trigger language plpgsql as $$
begin
  new.trace_id := right(new.request_id, 32);
  new.request_id := left(new.request_id, -33);
  return new;
end $$;
create trigger audit_entries_origin before insert on cairn.audit_entries
  for each row when (new.request_id ~ ' [0-9a-f]{32}$') execute function cairn.split_origin();
create trigger directory_events_origin before insert on cairn.directory_events
  for each row when (new.request_id ~ ' [0-9a-f]{32}$') execute function cairn.split_origin();

-- An entry about an action or an approval names the decision behind it, with its digest, its revision and the agent.
create function cairn.name_decision() returns trigger language plpgsql as $$
declare
  v_id uuid;
  d record;
begin
  v_id := case
    when new.action = 'action.outcome'
      then (select x.decision_id from cairn.executions x where x.project_id = new.project_id and x.id = new.target::uuid)
    when starts_with(new.action, 'approval.')
      then (select a.decision_id from cairn.approvals a where a.project_id = new.project_id and a.id = new.target::uuid)
    else new.target::uuid end;
  select x.id, x.agent_id, x.reason, x.digest, x.policy_revision into d
    from cairn.decisions x where x.project_id = new.project_id and x.id = v_id;
  if found then
    new.decision_id := d.id;
    new.agent_id := coalesce(new.agent_id, d.agent_id);
    new.action_digest := coalesce(new.action_digest, d.digest);
    new.policy_revision := coalesce(new.policy_revision, d.policy_revision);
    if new.action = 'action.decide' then new.reason := coalesce(new.reason, d.reason); end if;
  end if;
  return new;
end $$;
create trigger audit_entries_decision before insert on cairn.audit_entries
  for each row when (new.decision_id is null
    and (new.action in ('action.decide', 'action.start', 'action.outcome') or starts_with(new.action, 'approval.'))
    and new.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  execute function cairn.name_decision();

-- The audit row of a write, with all that can be said of it. `p_request`: see split_origin.
create function cairn.record_audit(
  p_project uuid, p_audit uuid, p_user uuid, p_credential uuid, p_kind text, p_request text, p_action text, p_target text, p_outcome text,
  p_reason text, p_agent text, p_digest bytea, p_revision int, p_decision uuid, p_detail jsonb
) returns void language plpgsql as $$
begin
  insert into cairn.audit_entries (project_id, id, user_id, credential_id, credential_kind, request_id, action, target, outcome,
      reason, agent_id, action_digest, policy_revision, decision_id, detail)
    values (p_project, p_audit, p_user, p_credential, p_kind, p_request, p_action, p_target, p_outcome,
      p_reason, p_agent, p_digest, p_revision, p_decision, p_detail);
end $$;

-- What an entry says, as the JSON array that its hash is made over: every column, in this order. Times are milliseconds since 1970.
create function cairn.entry_text(e cairn.audit_entries) returns text language sql stable as $$
  select json_build_array('project', e.project_id, e.id, (extract(epoch from e.at) * 1000)::bigint, e.user_id, e.credential_kind, e.credential_id,
    e.action, e.target, e.outcome, e.reason, e.agent_id, encode(e.action_digest, 'hex'), e.policy_revision, e.decision_id, e.detail::text,
    e.request_id, e.trace_id)::text
$$;
create function cairn.event_text(e cairn.directory_events) returns text language sql stable as $$
  select json_build_array('directory', e.chain_id, e.id, (extract(epoch from e.at) * 1000)::bigint, e.user_id, e.credential_kind, e.credential_id,
    e.action, e.target, e.outcome, e.workspace_id, e.detail::text, e.request_id, e.trace_id)::text
$$;

-- Adds entries to the end of a chain, in the order given. The hash is over `["cairn.audit.entry.v1", <seq>, "<hash before>", …`
-- and the text from its second character on. The first entry's hash before is 32 zero bytes.
create function cairn.append_to_chain(p_chain uuid, p_kind text, p_ids uuid[], p_texts text[]) returns void language plpgsql as $$
declare
  v_seq bigint;
  v_hash bytea;
  v_first bigint;
  v_hashes bytea[] := '{}';
  v_text text;
begin
  select h.seq, h.hash into v_seq, v_hash from cairn.audit_heads h where h.project_id = p_chain for update;
  if not found then
    insert into cairn.audit_heads (project_id, kind, seq, hash, moved_at)
      values (p_chain, p_kind, 0, decode(repeat('00', 32), 'hex'), clock_timestamp()) on conflict (project_id) do nothing;
    select h.seq, h.hash into v_seq, v_hash from cairn.audit_heads h where h.project_id = p_chain for update;
  end if;
  v_first := v_seq;
  foreach v_text in array p_texts loop
    v_seq := v_seq + 1;
    v_hash := sha256(convert_to(
      '["cairn.audit.entry.v1", ' || v_seq || ', "' || encode(v_hash, 'hex') || '", ' || substr(v_text, 2), 'UTF8'));
    v_hashes := v_hashes || v_hash;
  end loop;
  insert into cairn.audit_chain (project_id, seq, entry_id, hash)
    select p_chain, v_first + u.n, u.id, u.hash from unnest(p_ids, v_hashes) with ordinality u (id, hash, n);
  update cairn.audit_heads set seq = v_seq, hash = v_hash, moved_at = clock_timestamp() where project_id = p_chain;
end $$;

-- The rows of a transaction are chained together, by the first of them whose turn comes at the commit: it finds the others by this list.
-- The list only saves time. Each row makes sure that it is in the chain, whatever the list says.
create function cairn.note_unchained() returns trigger language plpgsql as $$
begin
  perform set_config('cairn.unchained', concat(current_setting('cairn.unchained', true), (select string_agg(id::text || ' ', '') from fresh)), true);
  return null;
end $$;
create trigger audit_entries_noted after insert on cairn.audit_entries
  referencing new table as fresh for each statement execute function cairn.note_unchained();
create trigger directory_events_noted after insert on cairn.directory_events
  referencing new table as fresh for each statement execute function cairn.note_unchained();

create function cairn.take_unchained(p_id uuid) returns uuid[] language plpgsql as $$
declare
  v_ids uuid[] := string_to_array(rtrim(current_setting('cairn.unchained', true)), ' ');
begin
  perform set_config('cairn.unchained', '', true);
  return case when p_id = any (v_ids) then v_ids else v_ids || p_id end;
end $$;

-- One row by a key at each step: the plans are made while the tables are small and are kept.
create function cairn.chain_entry() returns trigger language plpgsql security definer as $$
declare
  v_ids uuid[];
  v_texts text[];
begin
  if exists (select from cairn.audit_chain c where c.project_id = new.project_id and c.entry_id = new.id) then return null; end if;
  select array_agg(e.id order by u.n), array_agg(cairn.entry_text(e) order by u.n) into v_ids, v_texts
    from unnest(cairn.take_unchained(new.id)) with ordinality u (id, n)
    cross join lateral (select x.* from cairn.audit_entries x where x.project_id = new.project_id and x.id = u.id limit 1) e
    where not exists (select from cairn.audit_chain c where c.project_id = new.project_id and c.entry_id = u.id limit 1);
  perform cairn.append_to_chain(new.project_id, 'project', v_ids, v_texts);
  return null;
end $$;
create constraint trigger audit_entries_chained after insert on cairn.audit_entries
  deferrable initially deferred for each row execute function cairn.chain_entry();

create function cairn.chain_event() returns trigger language plpgsql security definer as $$
declare
  v_ids uuid[];
  v_texts text[];
begin
  if exists (select from cairn.audit_chain c where c.project_id = new.chain_id and c.entry_id = new.id) then return null; end if;
  select array_agg(e.id order by u.n), array_agg(cairn.event_text(e) order by u.n) into v_ids, v_texts
    from unnest(cairn.take_unchained(new.id)) with ordinality u (id, n)
    cross join lateral (select x.* from cairn.directory_events x where x.id = u.id and x.chain_id = new.chain_id limit 1) e
    where not exists (select from cairn.audit_chain c where c.project_id = new.chain_id and c.entry_id = u.id limit 1);
  perform cairn.append_to_chain(new.chain_id, 'directory', v_ids, v_texts);
  return null;
end $$;
create constraint trigger directory_events_chained after insert on cairn.directory_events
  deferrable initially deferred for each row execute function cairn.chain_event();

-- What was written before there was a chain is its beginning.
do $$
declare
  c record;
begin
  for c in
    select e.project_id as chain, array_agg(e.id order by e.at, e.id) as ids, array_agg(cairn.entry_text(e) order by e.at, e.id) as texts
    from cairn.audit_entries e group by e.project_id
  loop
    perform cairn.append_to_chain(c.chain, 'project', c.ids, c.texts);
  end loop;
  for c in
    select e.chain_id as chain, array_agg(e.id order by e.at, e.id) as ids, array_agg(cairn.event_text(e) order by e.at, e.id) as texts
    from cairn.directory_events e group by e.chain_id
  loop
    perform cairn.append_to_chain(c.chain, 'directory', c.ids, c.texts);
  end loop;
end $$;
revoke all on function cairn.append_to_chain(uuid, text, uuid[], text[]) from public;

-- Letting go of what is older than an operator keeps. Only behind a signed checkpoint of that place, and only from the beginning.

create or replace function cairn.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cairn.cutting', true) = 'on'
      and current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then
    return null;
  end if;
  raise exception 'the audit is append-only' using errcode = '42501';
end $$;

-- The last of at most `p_most` entries from the beginning of a chain that are all older; no row when there is none.
create function cairn.audit_cut_point(p_chain uuid, p_before timestamptz, p_most int) returns table (seq bigint, hash bytea)
  language sql stable security definer as $$
  select o.seq, o.hash
  from (
    select c.seq, c.hash, bool_and(coalesce(e.at, d.at) < p_before) over (order by c.seq) as is_older
    from (select x.* from cairn.audit_chain x where x.project_id = p_chain order by x.seq limit p_most) c
    left join lateral (select x.at from cairn.audit_entries x where x.project_id = p_chain and x.id = c.entry_id limit 1) e on true
    left join lateral (select x.at from cairn.directory_events x where x.id = c.entry_id limit 1) d on true
  ) o
  where o.is_older order by o.seq desc limit 1
$$;

-- False when there is no checkpoint of that place or the chain says otherwise there.
create function cairn.cut_audit(p_chain uuid, p_seq bigint) returns boolean language plpgsql security definer as $$
declare
  v_nobody constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  if not exists (
    select from cairn.audit_checkpoints k join cairn.audit_chain c on c.project_id = k.project_id and c.seq = k.seq and c.hash = k.hash
    where k.project_id = p_chain and k.seq = p_seq and k.purpose = 'start'
  ) then
    return false;
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
revoke all on function cairn.audit_cut_point(uuid, timestamptz, int), cairn.cut_audit(uuid, bigint) from public;
grant execute on function cairn.audit_cut_point(uuid, timestamptz, int), cairn.cut_audit(uuid, bigint) to cairn_maintenance;
