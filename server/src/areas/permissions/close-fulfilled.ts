import type { ActContext } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { allGates, pagesOfUsers } from '../home/public.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement } from '../../db/statement.ts'

/** Requests for pages that their sender sees by now, and for permission sets that they have. */
const closing = statement([nullable(int)], {
  name: 'permissions: closing',
  text: `
  update access_requests request set state = 'closed', ended_at = clock_now()
   where state = 'pending' and ($1::integer is null or user_id = $1)
     and case when request.set_id is null
           then exists (select ${pagesOfUsers} where u.id = request.user_id and p.id = request.page_id and ${allGates})
           else exists (select from permission_set_holders had
                         where had.user_id = request.user_id and had.set_id = request.set_id and had.valid_to is null
                           and (had.ends_at is null or had.ends_at > clock_now())) end
  returning id, user_id as "userId"`,
  row: { id: int, userId: int },
})

/**
 * Closes pending requests for what their sender has by now.
 * @param by null for the portal itself
 * @param userId of the sender; null: of everyone
 */
export async function closeFulfilledRequests(tx: Tx, by: ActContext | null, userId: number | null): Promise<number> {
  const closed = await run(tx, closing(userId))
  for (const { id, userId: subjectId } of closed)
    recordAudit(tx, by?.request ?? null, {
      event: 'access_request_closed',
      ...(by ? auditActor(by.caller) : { actorId: null, sessionId: null }),
      subjectId,
      target: { kind: 'access-request', id },
    })
  return closed.length
}
