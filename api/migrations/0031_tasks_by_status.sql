-- Open tasks are few and the newest: in the order of numbers or of priorities all that are done lay before them.
create index task_by_status_no on task (status, no, id) where deleted_at is null;
create index task_by_status_priority on task (status, priority, due_on, id) where deleted_at is null;
