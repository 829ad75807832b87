-- The text that people of every client accept until an administrator writes one.
insert into licence_texts (version, title, html) values (1, 'Terms of use', '
<p>You are about to use a portal that your employer and its service provider run for you. By accepting you agree to the following.</p>
<ul>
<li>You use your own account only, keep its password to yourself and sign out on shared devices.</li>
<li>You use the applications and documents for your work, and do not hand them to people who may not see them.</li>
<li>Sign-ins and changes are recorded, so that misuse can be found and mistakes undone.</li>
<li>Access may be changed or ended when your work no longer needs it.</li>
</ul>
<p>If something here is unclear, ask your Client Relations representative before you accept.</p>');

-- Ids of user rows start far above those of announcements: a reader may name either, and neither is
-- ever taken for the other.
alter table user_announcements alter column id restart with 1000000001;
