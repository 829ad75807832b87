-- Two administrators never overwrite each other's changes of an identity provider: who changed it last, and when.
alter table saml_providers
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create index saml_providers_by_changer on saml_providers (changed_by);
create trigger row_version before update on saml_providers for each row execute function row_version();
