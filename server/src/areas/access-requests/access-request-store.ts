import type { OwnAccessRequest } from '@portico/contract/access-requests/access-requests.ts'
import { ACCESS_REQUESTS_SHOWN } from '@portico/contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

/** What a user asks for: an application, or a permission set. */
export type Asked =
  | { readonly pageId: number; readonly setId?: never }
  | { readonly setId: number; readonly pageId?: never }

export type NewAccessRequest = Asked & { readonly userId: number; readonly reason: string }

export interface Decision {
  state: 'granted' | 'declined'
  decidedBy: number
  reason: string
  /** When the granted access ends; null: no planned end. */
  endsAt: Date | null
}

// The table `access_requests`.

const insertAccessRequests = statement([int, nullable(int), nullable(int), text], {
  name: 'access-requests: insert access requests',
  text: `insert into access_requests (user_id, page_id, set_id, reason) values ($1, $2, $3, $4)
         on conflict do nothing returning id`,
  row: { id: int },
})

/** Returns the id of the request; undefined where the user has asked for the same already. */
export async function addAccessRequest(
  tx: Tx,
  { userId, pageId, setId, reason }: NewAccessRequest,
): Promise<number | undefined> {
  const added = await runFirst(tx, insertAccessRequests(userId, pageId ?? null, setId ?? null, reason))
  return added?.id
}

const updateAccessRequests = statement([int, int], {
  name: 'access-requests: update access requests',
  text: `update access_requests set state = 'withdrawn', ended_at = clock_now()
          where id = $1 and user_id = $2 and state = 'pending' returning id`,
  row: { id: int },
})

/** False where the user has no such request, or it is no longer pending. */
export async function withdrawAccessRequest(tx: Tx, id: number, userId: number): Promise<boolean> {
  const changed = await run(tx, updateAccessRequests(id, userId))
  return changed.length > 0
}

const updateAccessRequestsForStoreDecision = statement([int, text, int, text, nullable(instant)], {
  name: 'access-requests: update access requests for store decision',
  text: `update access_requests set state = $2, ended_at = clock_now(), decided_by = $3, decision_reason = $4,
                access_ends_at = $5
          where id = $1 and state = 'pending' returning id`,
  row: { id: int },
})

/** False where the request is no longer pending: its sender may withdraw it at the same moment. */
export async function storeDecision(
  tx: Tx,
  id: number,
  { state, decidedBy, reason, endsAt }: Decision,
): Promise<boolean> {
  const changed = await run(tx, updateAccessRequestsForStoreDecision(id, state, decidedBy, reason, endsAt))
  return changed.length > 0
}

const selectAccessRequests = statement([int], {
  name: 'access request store: select access requests',
  text: `select request.id as "accessRequestId", coalesce(page.name::text, named.name) as "pageNm", section.name::text as "sectionNm",
                request.reason as "reasonTxt", request.state as "requestStateCd", request.requested_at as "requestedDt",
                case when request.state in ('granted', 'declined') then request.ended_at end as "decidedDt",
                request.decision_reason as "decisionTxt", request.access_ends_at as "endDt"
           from access_requests request
           left join pages page on page.id = request.page_id
           left join sections section on section.id = page.section_id
           left join permission_sets named on named.id = request.set_id
          where request.user_id = $1 order by request.id desc limit ${ACCESS_REQUESTS_SHOWN}`,
  row: {
    accessRequestId: int,
    pageNm: text,
    sectionNm: nullable(text),
    reasonTxt: text,
    requestStateCd: textOf<OwnAccessRequest['requestStateCd']>(),
    requestedDt: instant,
    decidedDt: nullable(instant),
    decisionTxt: text,
    endDt: nullable(instant),
  },
})

/** The latest of one sender, newest first; for a transaction that sees everything. */
export const listOwnAccessRequests = (tx: Tx, userId: number): Promise<OwnAccessRequest[]> =>
  run(tx, selectAccessRequests(userId))
