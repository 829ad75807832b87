-- step: expand; oldest serving version: 0.2.0

-- An administrator decides about a person whom a directory could not provide: the next try of the directory gets the
-- account that was chosen, or is refused for good.
alter table scim_conflicts
  -- Accounts of the employer that may be the person's.
  add column account_ids integer[] not null default '{}',
  add column decision text check (decision in ('link', 'refuse')),
  add column link_user_id integer references users,
  -- The account administered something, or was internal, when it was chosen.
  add column links_protected boolean not null default false,
  add column decided_by integer references users on delete set null,
  add column decided_at timestamptz,
  add constraint scim_conflicts_decided check (coalesce(decision = 'link', false) = (link_user_id is not null));
create index scim_conflicts_by_link on scim_conflicts (link_user_id) where link_user_id is not null;
