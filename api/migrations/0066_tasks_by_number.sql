-- Numbers grow: T-100000 comes after T-99999.
drop index task_by_no;
create index task_by_no on task (length(no), no, id) where deleted_at is null;
drop index task_by_status_no;
create index task_by_status_no on task (status, length(no), no, id) where deleted_at is null;
