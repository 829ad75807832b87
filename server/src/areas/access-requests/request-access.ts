import { ACCESS_REASON_MAX, ACCESS_REQUESTS_PER_HOUR } from '@portico/contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseForNow, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { type AttemptLimit, consumeAttempt } from '../attempts/public.ts'
import { plainLines } from '../../plain-lines.ts'
import { canDecide } from './decider-sql.ts'
import { isRequestable } from './requestable-pages.ts'
import { isSetRequestable } from './requestable-sets.ts'
import { addAccessRequest, type Asked, withdrawAccessRequest } from './access-request-store.ts'
import { addSelectedMails, mailsOf } from '../mail/public.ts'
import { ownScope } from '../../http/authority.ts'
import { runFirst } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'

const attemptLimit = (userId: number): AttemptLimit => ({
  key: ['access-request', userId],
  maxAttempts: ACCESS_REQUESTS_PER_HOUR,
  minutes: 60,
})

type Input = Asked & { readonly reason: string }

/** Stores a request for an application, or for a permission set, and notifies those who can grant it. */
export async function requestAccess({ db }: { db: Db }, { caller, request }: CallContext, input: Input) {
  const userId = caller.user.id
  const reason = plainLines(input.reason)
  if (reason === '') return refuseReason(sentences.access_reason_missing)
  if (reason.length > ACCESS_REASON_MAX) return refuseReason(sentences.access_reason_too_long)
  const wait = await consumeAttempt(db, attemptLimit(userId))
  if (wait) return refuseForNow('429', sentences.access_too_often, wait.waitSeconds)
  // Administrators are outside of the requester’s own scope.
  return db.transact(everything, async (tx) => {
    // The same answer for what does not exist and for what must not be named to the user (S39).
    if (!(await mayAskFor(tx, userId, input))) return refuse('403', notRequestable(input))
    const id = await addAccessRequest(tx, { ...input, userId, reason })
    if (id === undefined) return refuseRepeated(input)
    await mailDeciders(tx, id)
    recordAudit(tx, request, {
      event: 'access_requested',
      ...auditActor(caller),
      target: { kind: 'access-request', id },
      after: input.setId === undefined ? { pageId: input.pageId } : { setId: input.setId },
    })
    return new Answer({ accessRequestId: id }, { message: sentences.access_sent })
  })
}

const refuseReason = (message: Message) => refuseField('reasonTxt', message)

const mayAskFor = (tx: Tx, userId: number, { pageId, setId }: Asked): Promise<boolean> =>
  setId === undefined ? isRequestable(tx, userId, pageId) : isSetRequestable(tx, userId, setId)

const notRequestable = ({ setId }: Asked): Message =>
  setId === undefined ? sentences.access_not_requestable : sentences.access_set_not_requestable

const refuseRepeated = ({ setId }: Asked) =>
  setId === undefined
    ? refuseField('pageId', sentences.access_already_requested)
    : refuseField('setId', sentences.access_set_already_requested)

/** The administrators of the application, or of those of the set, or where it has none that can decide, the portal administrators. */
const mails = mailsOf(
  [int],
  'access-requests: mail deciders',
  `
  with deciders as (
    select admin.id, admin.email, admin.client_id, admin.first_name, (case when request.set_id is null then page.system_id = any (held.admin_system_ids)
             else exists (select from permission_set_items item
                           where item.set_id = request.set_id and item.system_id = any (held.admin_system_ids)) end) as is_system_admin,
           target.first_name || ' ' || target.last_name as target_name, client.name as client_name,
           coalesce(page.name::text, named.name) as asked_name,
           request.reason
      from access_requests request
      join users target on target.id = request.user_id
      join clients client on client.id = target.client_id
      join protected_authorities target_held on target_held.user_id = target.id
      left join pages page on page.id = request.page_id
      left join permission_sets named on named.id = request.set_id
      join held_admin_pages opener on opener.page_name = 'User Administration'
      join users admin on admin.id = opener.user_id and admin.status = 1
      join user_authorities held on held.user_id = admin.id
     where request.id = $1 and (${canDecide}))
  select 'access-requested:' || $1::integer || ':' || id as dedupe_key, email as to_address, client_id,
         'access-requested' as template,
         jsonb_build_object('firstName', first_name, 'requestId', $1::integer, 'personName', target_name,
           'clientName', client_name, 'application', asked_name, 'reason', reason) as fields,
         null::timestamptz as good_until
    from deciders where is_system_admin or not exists (select from deciders system_admin where system_admin.is_system_admin)`,
)

async function mailDeciders(tx: Tx, requestId: number): Promise<void> {
  await addSelectedMails(tx, mails(requestId))
}

const selectAccessRequests = statement([int, int], {
  name: 'request access: select access requests',
  text: 'select from access_requests where id = $1 and user_id = $2',
})

/** Withdraws the caller's own request. */
export function withdrawRequest({ db }: { db: Db }, { caller, request }: CallContext, id: number) {
  return db.transact(ownScope(caller), async (tx) => {
    if (!(await withdrawAccessRequest(tx, id, caller.user.id))) {
      const own = await runFirst(tx, selectAccessRequests(id, caller.user.id))
      return own ? refuse('409', sentences.access_over) : refuse('404', sentences.not_found)
    }
    recordAudit(tx, request, {
      event: 'access_request_withdrawn',
      ...auditActor(caller),
      target: { kind: 'access-request', id },
    })
    return new Answer(null, { message: sentences.access_withdrawn })
  })
}
