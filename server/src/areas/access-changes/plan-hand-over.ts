import { ACCESS_CHANGES_PLANNED_MAX } from '@portico/contract/access-changes/access-change-rules.ts'
import type { planHandOver as planCall } from '@portico/contract/access-changes/planned-hand-overs.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { readActorRights } from '../permissions/public.ts'
import { checkLeaving } from '../users/public.ts'
import { addChange, countPlanned } from './access-change-store.ts'
import { refuseDate } from './choose-users.ts'
import { enqueueChange } from './start-access-change.ts'

/** Plans the hand-over of a leaver for a date; returns the id of the act, or why it is refused. */
export async function planHandOver(
  { db }: { db: Db },
  by: CallContext,
  { plannedDt, ...leaving }: RequestOf<typeof planCall>['body'],
) {
  const { caller, request } = by
  const rights = await readActorRights(by)
  const { userId, recipientId } = leaving
  return db.transact(adminScope(caller), async (tx) => {
    const refused = refuseDate(plannedDt, await databaseTime(tx))
    if (refused) return refused
    const checked = await checkLeaving(tx, rights, leaving)
    if (checked instanceof Refusal) return checked
    const max = ACCESS_CHANGES_PLANNED_MAX
    if ((await countPlanned(tx, caller.user.id)) >= max)
      return refuse('409', sentences.access_change_planned_max({ max }))
    const id = await addChange(
      tx,
      {
        kind: 'hand-over',
        permissions: { system: [], page: [] },
        ownerId: caller.user.id,
        // The administrators of the leaver see it.
        clientId: checked.target.clientId,
        reason: '',
        isFresh: rights.isFresh,
        sessionId: caller.sessionId,
        requestId: request.id,
        address: request.address,
        plannedAt: plannedDt,
        recipientId,
      },
      [userId],
    )
    recordAudit(tx, request, {
      event: 'user_hand_over_planned',
      ...auditActor(caller),
      subjectId: userId,
      clientId: checked.target.clientId,
      target: { kind: 'access-change', id },
      after: { kind: 'hand-over', recipientId, plannedAt: plannedDt.toISOString() },
    })
    await enqueueChange(tx, id, 1, plannedDt)
    return id
  })
}
