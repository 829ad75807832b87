-- Applications can know users by a name that is another one at every sign-on.
alter table single_sign_on_settings
  drop constraint single_sign_on_settings_name_id_format_check,
  add constraint single_sign_on_settings_name_id_format_check
    check (name_id_format in ('emailAddress', 'persistent', 'transient', 'unspecified'));
