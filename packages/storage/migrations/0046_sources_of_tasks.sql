-- Where that comes from which nobody vouches for in the goal or the plan that a task was given by the one above it, as labels of
-- provenance name it. What a model plans from such a goal comes from there too.
alter table cairn.tasks add column sources text[] not null default '{}'
  check (sources <@ array['memory', 'document', 'tool_result', 'web']);

-- Of tasks that were started before this was kept nobody knows it. The owner itself is behind the tenant wall, unless it is a superuser.
alter table cairn.tasks no force row level security;
update cairn.tasks set sources = '{tool_result}' where parent_task is not null and finished_at is null;
alter table cairn.tasks force row level security;
