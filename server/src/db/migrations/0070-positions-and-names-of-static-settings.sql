-- Positions follow when another entry is moved or deleted, and do not count as changes of their own: every change
-- that an administrator makes names them in changed_by.
do $$
declare
  category text;
begin
  foreach category in array array['security_questions', 'notification_types', 'password_rules', 'classification_values'] loop
    execute format('drop trigger row_version on %I', category);
    execute format('create trigger row_version before update of changed_by on %I for each row execute function row_version()', category);
  end loop;
end $$;

create unique index security_questions_by_text on security_questions (lower(question));
create unique index notification_types_by_name on notification_types (lower(name));
create unique index password_rules_by_type on password_rules (type_code) where type_code <> 'ADVICE';
create unique index classification_values_by_name on classification_values (type_id, lower(medium_text));

-- The portal sends by these two; they can be renamed, but not deleted.
alter table notification_types add column is_protected boolean not null default false;
update notification_types set is_protected = true where id in (
  select min(id) from notification_types group by is_text_message
);
