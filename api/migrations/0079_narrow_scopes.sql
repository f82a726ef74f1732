-- Whom a person sees is read from these alone.
drop index client_executive_user;
create index client_executive_user on client_executive (user_id, client_id);
drop index client_department_department;
create index client_department_department on client_department (department_id, client_id);

-- What is a person's own to count: those in the bin too, whose time is counted.
create index task_of_client on task (client_id, id);
drop index task_reviewer;
create index task_of_reviewer on task (reviewer_id, id) where reviewer_id is not null;

-- Whose number it is and in which order it comes: a number that many begin with is found without their rows.
drop index invoice_state_number;
create index invoice_state_number on invoice_state (lower(number) text_pattern_ops)
  include (number, invoice_id, client_id, issue_date, due_date);
