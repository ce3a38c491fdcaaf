-- Functions that run with their owner's rights find what they name in the catalog alone, whatever path their caller has set.
do $$
declare
  f regprocedure;
begin
  for f in
    select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'cairn' and p.prosecdef
  loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', f);
  end loop;
end $$;

-- So that services may run as a user that owns nothing: they look at the schema's version and no more.
grant select on cairn.kysely_migration, cairn.migration_digests to cairn_app, cairn_maintenance;
