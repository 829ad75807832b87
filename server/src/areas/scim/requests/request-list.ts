import type { DirectoryRequest, directoryRequestList } from '@portico/contract/scim/directory-groups.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../../db/list-page.ts'

interface Filters {
  outcomeCd?: 'done' | 'refused' | undefined
}

/** The last requests of the directory of an employer. */
export const directoryRequests = (
  clientId: number,
): ListSource<(typeof directoryRequestList.columns)[number], Filters, DirectoryRequest> => ({
  from: sql`scim_requests r`,
  id: sql`r.id`,
  where: sql<boolean>`r.client_id = ${clientId}`,
  // In the order in which they were answered.
  columns: { requestDt: sql`r.id` },
  filters: { outcomeCd: (outcome) => (outcome === 'done' ? sql`r.status < 400` : sql`r.status >= 400`) },
  rows: {
    from: sql`scim_requests r`,
    id: sql`r.id`,
    select: sql<DirectoryRequest>`r.id as "requestId", r.at as "requestDt", r.method as "methodCd", r.path as "pathTxt",
      r.status as "statusCd", r.scim_type as "reasonCd", r.detail as "reasonTxt", r.duration_ms as "durationMs",
      r.user_name as "userNm", r.body as "bodyTxt"`,
  },
})
