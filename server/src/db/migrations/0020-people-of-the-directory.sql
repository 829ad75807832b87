-- Who of a provider is which user: linked once, at the first sign-in at which everything agreed. The
-- provider's own name for a person never passes to another, as user names and addresses may.
create table directory_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  linked_at timestamptz not null default clock_now(),
  primary key (issuer, subject),
  unique (user_id, issuer)
);
