import type { EnhancementRequest, enhancementRequestList } from '@portico/contract/contact/enhancement-requests.ts'
import type { RequestState } from '@portico/contract/contact/contact.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { userNameColumns } from '../../db/user-orders.ts'

interface Filters {
  nm?: string | undefined
  stateCd?: RequestState | 'open' | undefined
  employerId?: number | undefined
}

/** The enhancement requests of the scope, which row-level security narrows. */
export const enhancementRequests: ListSource<
  (typeof enhancementRequestList.columns)[number],
  Filters,
  EnhancementRequest
> = {
  from: sql`enhancement_requests request
    join users sender on sender.id = request.user_id
    join sections section on section.id = request.section_id`,
  id: sql`request.id`,
  columns: {
    createdDt: sql`request.created_at`,
    lastNm: [...userNameColumns('sender').lastNm, sql`sender.id`],
    sectionNm: sql`section.name`,
  },
  filters: {
    nm: (text) =>
      sql`(strpos(sender.search_text, lower(${text.trim()} collate "en-x-icu")) > 0 or request.id::text = ${text.trim()})`,
    stateCd: (state) =>
      state === 'open' ? sql`request.state not in ('done', 'declined')` : sql`request.state = ${state}`,
    employerId: (id) => sql`request.client_id = ${id}`,
  },
  rows: {
    from: sql`(enhancement_requests request
      join users person on person.id = request.user_id
      join clients employer on employer.id = request.client_id
      join sections tile on tile.id = request.section_id)`,
    id: sql`request.id`,
    select: sql<EnhancementRequest>`
      request.id as "requestNo", person.id as "userId", person.first_name as "firstNm", person.last_name as "lastNm",
      employer.id as "employerId", employer.name::text as "employerNm", tile.name::text as "sectionNm",
      request.comment, request.wants_contact as "contactMeFlag",
      case when request.wants_contact then person.email end as "emailAddress",
      case when request.wants_contact then person.work_phone end as "workPhone",
      request.state as "requestState", request.answer as "answerTxt", request.created_at as "createdDt",
      request.version`,
  },
}
