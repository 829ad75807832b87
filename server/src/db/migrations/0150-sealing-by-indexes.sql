-- step: expand; oldest serving version: 0.2.0

-- A connection keeps the plans of a function until the tables are analyzed. Made while there were hardly any seals, they
-- read all of them for each batch, which took longer the more there were.
alter function seal_audit_events(integer) set enable_seqscan = off;
