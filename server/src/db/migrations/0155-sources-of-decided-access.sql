-- step: expand; oldest serving version: 0.2.0

-- How access came when it was decided in a review: by hand, and the permission sets and directory groups that gave it.
-- Null while it is not decided, and for decisions of earlier versions.
alter table access_review_items add column is_by_hand boolean, add column sources jsonb;
