-- step: expand; oldest serving version: 0.2.0

-- The access of the same user with which this ended, because a permission set gave both; null: it was decided by itself.
alter table access_review_items add column ended_with integer references access_review_items;
