import { exportAuditEvents, getAuditVerification, listAuditEvents } from '@portico/contract/audit.ts'
import { pageSizes } from '@portico/contract/kit/list.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { auditSearch, type AuditValues } from './audit-search.ts'

/** Midnight at the start of a day in the user's time zone, `daysLater` days later. */
const midnight = (day: string | undefined, daysLater = 0): Date | undefined => {
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + daysLater)
  return date
}

/** The filters as query parameters; the last day is included. */
const selectionOf = ({ filters, sort }: AuditValues) => ({
  actorId: filters.actor,
  subjectId: filters.subject,
  clientId: filters.client,
  eventCd: filters.action,
  targetKindTxt: filters.kind,
  targetIdTxt: filters.target,
  fromDt: midnight(filters.from),
  toDt: midnight(filters.to, 1),
  sort: sort.key,
  direction: sort.direction,
})

export const auditQuery = (uid: number, values: AuditValues) =>
  pageQuery(listAuditEvents, {
    params: { uid },
    query: {
      ...selectionOf(values),
      pageNo: values.page,
      pageSize: pageSizes.find((size) => size === values.size),
    },
  })

export const auditVerificationQuery = (uid: number) => query(getAuditVerification, { params: { uid } })

export const exportAudit = (uid: number, values: AuditValues, format: 'xlsx' | 'csv'): Promise<void> =>
  downloadAttachment(
    exportAuditEvents,
    { params: { uid }, body: { ...selectionOf(values), format } },
    `audit-trail.${format}`,
  )

/** Loads the screen's data. */
export const loadAudit = (uid: number, search: object, cause: 'enter' | 'stay' | 'preload'): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(auditQuery(uid, auditSearch.read(search))),
      // Shows its own error.
      queryClient.prefetchQuery(auditVerificationQuery(uid)),
    ]),
  )
