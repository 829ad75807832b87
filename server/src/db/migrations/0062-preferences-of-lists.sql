-- How a user wants to see a list: filters saved under names, and columns that are hidden.
create table list_preferences (
  user_id integer not null references users on delete cascade,
  list_name text not null,
  saved_filters jsonb not null default '[]',
  hidden_columns text[] not null default '{}',
  primary key (user_id, list_name)
);

-- A user's own: administrators of their client have no use for them.
alter table list_preferences enable row level security;
create policy list_preferences_own on list_preferences
  using ((select scope_is_everything()) or user_id = (select scope_user_id()));
