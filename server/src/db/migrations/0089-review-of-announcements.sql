-- Who saved an announcement for review, and how a reviewer sent it back. Without `sent_back_at` it waits for review.
alter table announcements
  add column submitted_by integer references users,
  add column submitted_at timestamptz,
  add column sent_back_by integer references users,
  add column sent_back_at timestamptz,
  add column sent_back_note text,
  add constraint announcements_sent_back check ((sent_back_at is null) = (sent_back_note is null));

update announcements set submitted_by = coalesce(changed_by, created_by), submitted_at = changed_at where status = 'review';
