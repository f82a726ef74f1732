-- The bin, the last deleted first.
create index task_by_deletion on task (deleted_at, id) where deleted_at is not null;
