-- Rows of the static settings count their changes, as departments do.
do $$
declare
  category text;
begin
  foreach category in array array['facilities', 'internal_domains', 'sms_carriers', 'security_questions',
    'notification_types', 'password_rules', 'classification_types', 'classification_values'] loop
    execute format('alter table %I
      add column version integer not null default 1,
      add column changed_at timestamptz not null default clock_now(),
      add column changed_by integer references users on delete set null', category);
    execute format('create trigger row_version before update on %I for each row execute function row_version()', category);
  end loop;
end $$;
