-- The demo is served only from a database that it loaded itself: the mark says so, and how its people sign in.
create table demo_world (
  id integer primary key default 1 check (id = 1),
  loaded_at timestamptz not null default clock_now(),
  -- True: the passwords are those of the documentation. False: random ones, printed once when it was loaded.
  has_known_passwords boolean not null,
  -- SHA-256 of the random password of the mailbox, where others may reach the demo.
  mailbox_password_sha256 bytea
);

-- A demo that an earlier version loaded is one by its people, whose ids, names and addresses are fixed.
insert into demo_world (has_known_passwords)
select true
 where (select count(*) from users
         where (id, user_name, email) in (
           (1001, 'portal.admin', 'portal.admin@northgate.example'),
           (1003, 'delegated.admin', 'delegated.admin@northgate.example'),
           (1005, 'internal.user', 'internal.user@northgate.example'))) = 3;

-- Only the owner of the database says what it is.
revoke all on demo_world from portal_app;
