/**
 * SQL: the position after the newest event. Events that are not sealed yet get the seals after the last one, in the order
 * of their ids. As many ids are looked at as when they are sealed.
 */
export const newestPosition = `(select coalesce(max(sequence), 0) from audit_seals)
   + (select count(*) from audit_events event
       where event.id > (select coalesce(max(event_id), 0) - 100000 from audit_seals)
         and not exists (select from audit_seals seal where seal.event_id = event.id))`
