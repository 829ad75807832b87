import type { RequestableApplication } from '@portico/contract/access-requests/access-requests.ts'
import type { Tx } from '../../db/database.ts'
import { allGates, gatesBeforeGrant, pagesOfUsers } from '../home/public.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

/**
 * SQL of the pages that a user may ask for, $1 being the user's id: flagged as requestable, closed to them, and opened
 * by a grant alone (rule C1, S39). Pages of the portal itself and of "All Applications" are never asked for.
 */
const requestablePages = `
  select p.id as "pageId", p.name::text as "pageNm", s.name::text as "sectionNm"
    ${pagesOfUsers}
   where u.id = $1 and p.is_requestable and sy.id > 2 and sy.is_assignable
     and ${gatesBeforeGrant}
     and not (${allGates})`

const selectAccessRequests = statement([int], {
  name: 'access-requests: select access requests',
  text: `select requestable.* from (${requestablePages}) requestable
      where not exists (select from access_requests asked
                         where asked.user_id = $1 and asked.page_id = requestable."pageId" and asked.state = 'pending')
      order by "sectionNm" collate "en-x-icu", "pageNm" collate "en-x-icu", "pageId"`,
  row: { pageId: int, pageNm: text, sectionNm: text },
})

/** The applications that a user may ask for and has not asked for yet. */
export const readRequestablePages = (tx: Tx, userId: number): Promise<RequestableApplication[]> =>
  run(tx, selectAccessRequests(userId))

const isRequestableStatement = statement([int, int], {
  name: 'access-requests: is requestable',
  text: `select from (${requestablePages}) requestable where "pageId" = $2`,
})

/** True where the user may ask for the page, whether they have asked or not. */
export async function isRequestable(tx: Tx, userId: number, pageId: number): Promise<boolean> {
  const found = await runFirst(tx, isRequestableStatement(userId, pageId))
  return found !== undefined
}
