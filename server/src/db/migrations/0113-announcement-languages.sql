-- step: expand; oldest serving version: 0.2.0

-- The language of title and message, null: not said, which counts as the language of the portal; and the same text in
-- further languages, by their codes: {"de": {"title": "…", "message": "…"}}. Readers of another language get title and
-- message, as those of an earlier version do.
alter table announcements
  add column language text check (language ~ '^[a-z]{2}$'),
  add column translations jsonb not null default '{}'
    constraint announcements_translations check (jsonb_typeof(translations) = 'object');

create trigger row_version_of_languages before update of language, translations on announcements
  for each row when (old.language is distinct from new.language or old.translations is distinct from new.translations)
  execute function row_version();
