import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { bool, instant, int, present, statement, text } from '../../db/statement.ts'
import { type AuditEntry, recordAudits } from '../audit/public.ts'

const closeStatement = statement([int], {
  name: 'grants: close ended permission sets',
  text: `
  with closed as (
    update permission_set_holders set valid_to = ends_at, closed_by = null
     where id in (select id from permission_set_holders where valid_to is null and ends_at <= clock_now()
                   order by ends_at, id limit $1 for update skip locked)
    returning id, user_id, set_id, ends_at)
  select closed.user_id as "userId", person.client_id as "clientId", named.id as "setId", named.name, named.version,
         closed.ends_at as "endsAt", named.deleted_at is not null as "isDeleted"
    from closed join users person on person.id = closed.user_id join permission_sets named on named.id = closed.set_id
   order by closed.id`,
  row: { userId: int, clientId: int, setId: int, name: text, version: int, endsAt: present(instant), isDeleted: bool },
})

/**
 * Records the end of permission sets of users whose end has passed, without an actor; returns how many, `limit` at most.
 * What they gave has the same end, unless another source gives it.
 */
export async function closeEndedSets(tx: Tx, limit: number): Promise<number> {
  const ended = await run(tx, closeStatement(limit))
  const entries = ended
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ userId, clientId, setId, name, version, endsAt }): AuditEntry => ({
      event: 'permission_set_taken',
      actorId: null,
      subjectId: userId,
      sessionId: null,
      clientId,
      target: { kind: 'permission-set', id: setId },
      before: { name, version, endsAt: endsAt.toISOString() },
      after: {},
    }))
  if (entries.length > 0) recordAudits(tx, null, entries)
  return ended.length
}
