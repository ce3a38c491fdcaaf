-- The rules of a workspace are behind row-level security like those of its projects: they are seen and written from within a project of
-- that workspace alone. The catalog of projects says which one that is; without a project it says null, which equals nothing.
do $$
declare t text;
begin
  foreach t in array array['workspace_policy_revisions', 'workspace_policy_state'] loop
    execute format('alter table cairn.%I enable row level security, force row level security', t);
    execute format('create policy tenant on cairn.%I to cairn_app
      using (workspace_id = (select p.workspace_id from cairn.projects p where p.id = cairn.current_project()))
      with check (workspace_id = (select p.workspace_id from cairn.projects p where p.id = cairn.current_project()))', t);
  end loop;
end $$;
