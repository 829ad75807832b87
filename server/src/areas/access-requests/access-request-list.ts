import type {
  AccessRequest,
  accessRequestList,
  AccessRequestState,
} from '@portico/contract/access-requests/access-requests.ts'
import { COLLEAGUES_COUNTED } from '@portico/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import type { Authority } from '../../http/caller.ts'
import type { Tx } from '../../db/database.ts'
import { canDecide, mayDecideListed } from './decider-sql.ts'
import { isHeldSql } from '../permission-sets/public.ts'
import { givesOf } from './requestable-sets.ts'
import { runFirst } from '../../db/run.ts'
import { bool, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

interface Filters {
  nm?: string | undefined
  stateCd?: 'pending' | 'decided' | undefined
  accessRequestId?: number | undefined
  pageId?: number | undefined
}

/** How many of those who work beside the user have the application. */
const colleagues = sql`
  select count(*)::integer as counted,
         count(*) filter (where
           case when request.set_id is not null
             then exists (select from permission_set_holders held
                           where held.user_id = colleague.id and held.set_id = request.set_id and ${sql.raw(isHeldSql)})
             when application.is_assignable
             then exists (select from current_page_grants given
                           where given.user_id = colleague.id and given.page_id = application.id)
             else exists (select from current_system_grants given
                           where given.user_id = colleague.id and given.system_id = application.system_id)
           end)::integer as with_access
    from (select id from users
           where client_id = target.client_id and department_id = target.department_id and status = 1
             and id <> target.id
           order by id
           limit ${sql.lit(COLLEAGUES_COUNTED)}) colleague`

/** Selects the pending requests that an administrator can decide (decision E4). */
export const waitingRequests = (authority: Authority): RawBuilder<unknown> =>
  // Looks each user up by itself: for the first requests that match, where a join would read all users beforehand.
  sql`select from access_requests request
       cross join lateral (select * from users where users.id = request.user_id offset 0) target
       where request.state = 'pending' and target.status = 1 and ${mayDecideListed(authority)}`

interface PendingRequest {
  accessRequestId: number
  /** The application, or the permission set. */
  pageNm: string
  systemNm: string | null
  requestedDt: Date
  /** The administrator can decide it. */
  decidableFlg: boolean
}

/** Selects the pending requests of one user, the oldest first, as an administrator sees them. */
export const pendingRequestsOf = (userId: number, adminId: number): RawBuilder<PendingRequest> =>
  sql<PendingRequest>`
    select request.id as "accessRequestId", coalesce(page.name::text, named.name, '') as "pageNm", system.name::text as "systemNm",
           request.requested_at as "requestedDt",
           target.status = 1 and (${sql.raw(canDecide)}) as "decidableFlg"
      from access_requests request
      join users target on target.id = request.user_id
      join protected_authorities target_held on target_held.user_id = target.id
      left join pages page on page.id = request.page_id
      left join systems system on system.id = page.system_id
      left join permission_sets named on named.id = request.set_id
      join users admin on admin.id = ${adminId}::integer
      join user_authorities held on held.user_id = admin.id
     where request.user_id = ${userId} and request.state = 'pending' order by request.id`

/** The requests that an administrator can decide, and those that were decided (decision E4). */
export function decidableRequests(
  authority: Authority,
): ListSource<(typeof accessRequestList.columns)[number], Filters, AccessRequest> {
  return {
    from: sql`(access_requests request
      join users target on target.id = request.user_id
      left join pages page on page.id = request.page_id
      left join permission_sets named on named.id = request.set_id)`,
    id: sql`request.id`,
    searches: 'always',
    where: sql`request.state <> 'withdrawn' and target.status = 1 and ${mayDecideListed(authority)}`,
    columns: {
      requestedDt: sql`request.requested_at`,
      lastNm: [...userNameColumns('target').lastNm, sql`target.id`],
      pageNm: sql`coalesce(page.name, named.name) collate "en-x-icu"`,
    },
    filters: {
      nm: (text) => sql`strpos(target.search_text, lower(${text} collate "en-x-icu")) > 0`,
      stateCd: (state) => (state === 'pending' ? sql`request.state = 'pending'` : sql`request.state <> 'pending'`),
      accessRequestId: (id) => sql`request.id = ${id}`,
      pageId: (id) => sql`request.page_id = ${id}`,
    },
    rows: {
      from: sql`(access_requests request
        join users target on target.id = request.user_id
        join clients client on client.id = target.client_id
        left join pages application on application.id = request.page_id
        left join systems system on system.id = application.system_id
        left join permission_sets named on named.id = request.set_id
        left join departments department on department.id = target.department_id
        left join users decider on decider.id = request.decided_by
        cross join lateral (${colleagues}) colleagues)`,
      id: sql`request.id`,
      areLookedUp: true,
      select: sql<AccessRequest>`
        request.id as "accessRequestId", target.id as "userId", target.user_name as "userNm",
        target.first_name as "firstNm", target.last_name as "lastNm", client.name::text as "employerNm",
        coalesce(application.name::text, named.name, '') as "pageNm", system.name::text as "systemNm",
        ${sql.raw(givesOf('request.set_id'))} as "givesList", request.reason as "reasonTxt",
        department.name::text as "departmentNm", colleagues.counted as "colleagueCnt",
        colleagues.with_access as "colleagueAccessCnt", request.state as "requestStateCd", request.requested_at as "requestedDt",
        case when request.decided_by is not null then request.ended_at end as "decidedDt",
        decider.first_name || ' ' || decider.last_name as "decidedByNm",
        request.decision_reason as "decisionTxt", request.access_ends_at as "endDt"`,
    },
  }
}

/** A request that an administrator decides. */
export type DecidedRequest = RowOf<typeof decidedRequest>

const decidedRequest = statement([int, int], {
  name: 'access-requests: decided request',
  text: `
  select request.id, request.user_id as "userId", page.id as "pageId", request.set_id as "setId",
         coalesce(page.name::text, named.name, '') as name, page.system_id as "systemId", page.is_assignable as "isAssignablePage", request.state,
         request.ended_at as "endedAt", decider.first_name || ' ' || decider.last_name as "decidedByName"
    from access_requests request
    join users target on target.id = request.user_id
    join protected_authorities target_held on target_held.user_id = target.id
    left join pages page on page.id = request.page_id
    left join permission_sets named on named.id = request.set_id
    join users admin on admin.id = $2
    join user_authorities held on held.user_id = admin.id
    left join users decider on decider.id = request.decided_by
   where request.id = $1 and (${canDecide})`,
  row: {
    id: int,
    userId: int,
    pageId: nullable(int),
    setId: nullable(int),
    name: text,
    systemId: nullable(int),
    isAssignablePage: nullable(bool),
    state: textOf<AccessRequestState>(),
    endedAt: nullable(instant),
    decidedByName: nullable(text),
  },
})

/** The request, if the administrator can decide it (decision E4). */
export async function findDecidableRequest(tx: Tx, id: number, adminId: number): Promise<DecidedRequest | undefined> {
  return runFirst(tx, decidedRequest(id, adminId))
}
