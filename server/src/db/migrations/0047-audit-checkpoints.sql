-- Heads of the seal chain with a signature of a node, whose keys are not in the database: whoever
-- rebuilds the seals cannot make the signatures. The portal adds checkpoints and changes none.
create table audit_checkpoints (
  sequence bigint primary key,
  head_hash bytea not null,
  -- Key id and keyed hash, as "id.hash".
  signature text not null,
  created_at timestamptz not null default clock_now()
);
revoke all on audit_checkpoints from portal_app;
grant select, insert (sequence, head_hash, signature) on audit_checkpoints to portal_app;
