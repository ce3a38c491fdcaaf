-- The version of its agent that a task is bound to: the one that held when it was submitted. Null where `agent_id` names no agent that the
-- project defines.
alter table cairn.tasks add column agent_version int;
create index tasks_of_agent on cairn.tasks (project_id, agent_id, agent_version) where agent_version is not null and finished_at is null;
