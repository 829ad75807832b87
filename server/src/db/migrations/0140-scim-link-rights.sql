-- step: expand; oldest serving version: 0.2.0

-- What the account administered when an administrator chose it: one that was given more since is not linked. Null: an
-- earlier version of the portal has decided.
alter table scim_conflicts add column link_rights text[];
