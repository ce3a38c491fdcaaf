-- What ended long ago is cleared only where nothing below it goes on or ended later: a task goes with those above it.
grant select (parent_task) on cairn.tasks to cairn_maintenance;
