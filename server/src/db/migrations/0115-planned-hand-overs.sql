-- step: expand; oldest serving version: 0.2.0

-- Hand-overs of users who leave on a date: acts with one user, the leaver, whose scope is the leaver's client.
alter table access_changes add column recipient_id integer references users on delete set null;
alter table access_changes drop constraint access_changes_kind_check;
alter table access_changes add constraint access_changes_kind_check check (kind in ('give', 'end', 'hand-over'));
create index access_changes_by_recipient on access_changes (recipient_id) where recipient_id is not null;

create view planned_hand_overs with (security_invoker = true) as
select act.id, noted.user_id as leaver_id, act.recipient_id, act.planned_at, act.owner_id
from access_changes act join access_change_users noted on noted.access_change_id = act.id
where act.kind = 'hand-over' and act.state = 'planned';
