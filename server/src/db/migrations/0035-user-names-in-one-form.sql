-- A user name has one form: Unicode's NFKC (full-width letters, ligatures and the like become plain ones),
-- without blanks around it. Whoever looks for a name asks for fold_user_name(what was typed), which is what the
-- column user_name_folded holds: the database alone knows the rule, since two libraries never know the same letters.
create function form_of_user_name(name text) returns text immutable strict parallel safe language sql
  -- Behind the compatible form, these are all the blanks that are left.
  return btrim(normalize(name, NFKC), U&' \0009\000A\000B\000C\000D\1680\2028\2029\FEFF');
create function fold_user_name(name text) returns text immutable strict parallel safe language sql
  return lower(form_of_user_name(name) collate "en-x-icu") collate "C";

create function put_user_name_in_form() returns trigger language plpgsql as $$
begin
  new.user_name := form_of_user_name(new.user_name);
  return new;
end $$;
create trigger users_user_name_in_form before insert or update of user_name on users
  for each row execute function put_user_name_in_form();
update users set user_name = user_name where user_name <> form_of_user_name(user_name);
