-- step: expand; oldest serving version: 0.2.0

-- The colleagues of a user: those of the same department and employer.
drop index users_by_department;
create index users_by_department on users (department_id, client_id, id) where department_id is not null;
