-- Whoever looks for an address asks for fold_email(what was typed), which is what the column email_folded holds.
create function fold_email(email text) returns text immutable strict parallel safe language sql
  return lower(btrim(email) collate "en-x-icu") collate "C";
