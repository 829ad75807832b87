-- Tables, columns, indexes and functions have plain names in US spelling. No data change.

alter table users rename column licence_accepted_at to license_accepted_at;
alter table users rename column licence_version to license_version;
alter view sign_in_accounts rename column licence_accepted_at to license_accepted_at;
alter view sign_in_accounts rename column licence_version to license_version;
alter view session_callers rename column licence_accepted_at to license_accepted_at;
alter table licence_texts rename to license_texts;

alter table sections rename column tile_colour to tile_color;
alter table branding_versions rename column tile_colour to tile_color;
alter table branding_versions rename column button_colour to button_color;
alter table user_section_preferences rename column is_favourite to is_favorite;

-- Counted attempts at answers, current passwords and the like, by the hash of what is counted.
alter table secret_tries rename to attempt_counts;
alter index secret_tries_by_start rename to attempt_counts_by_start;

-- One-time tokens and SAML assertions that were used, kept until they expire.
alter table spent_tokens rename to used_tokens;
alter index spent_tokens_by_expiry rename to used_tokens_by_expiry;
alter table spent_assertions rename to used_assertions;
alter index spent_assertions_by_expiry rename to used_assertions_by_expiry;

-- Failed sign-ins at user names that do not exist.
alter table nobody_sign_ins rename to unknown_name_sign_ins;

alter table second_factor_enrolments rename to second_factor_enrollments;
alter table second_factor_beginnings rename to pending_factor_setups;
alter index second_factor_beginnings_by_expiry rename to pending_factor_setups_by_expiry;
alter table second_factor_tries rename to second_factor_attempts;
alter table second_factor_attempts rename column tries to attempts;
alter table second_factor_attempts rename column tries_since to attempts_since;

alter function rehearse_clock(interval) rename to set_clock_offset;
alter function put_user_name_in_form() rename to normalize_user_name;
alter trigger users_user_name_in_form on users rename to normalize_user_name;
alter function forget_recovery_links() rename to delete_recovery_links;
alter trigger forget_recovery_links on users rename to delete_recovery_links;
alter function forget_sign_ins_in_progress() rename to delete_pending_sign_ins;
alter trigger forget_sign_ins_in_progress on users rename to delete_pending_sign_ins;
alter function begin_sign_ins() rename to add_sign_in_rows;
alter trigger begin_sign_ins on users rename to add_sign_in_rows;
alter function move_customers_below() rename to move_child_customers;
alter trigger move_customers_below on customers rename to move_child_customers;

-- Constraints keep the name of their table or column.
do $$
declare
  found record;
begin
  for found in
    select conrelid::regclass as relation, conname as old_name,
           replace(replace(replace(replace(replace(replace(replace(replace(replace(conname,
             'licence', 'license'), 'colour', 'color'), 'favourite', 'favorite'), 'secret_tries', 'attempt_counts'),
             'spent_', 'used_'), 'nobody_sign_ins', 'unknown_name_sign_ins'),
             'second_factor_enrolments', 'second_factor_enrollments'),
             'second_factor_beginnings', 'pending_factor_setups'),
             'second_factor_tries', 'second_factor_attempts') as new_name
      from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0
  loop
    if found.old_name <> found.new_name then
      execute format('alter table %s rename constraint %I to %I', found.relation, found.old_name, found.new_name);
    end if;
  end loop;
end
$$;
