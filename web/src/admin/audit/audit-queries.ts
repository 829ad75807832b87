import { auditList, exportAuditEvents, getAuditVerification, listAuditEvents } from '@portico/contract/audit/audit.ts'
import type { FilterOf } from '@portico/contract/preferences/preference-rules.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { loadListPreferences } from '../../patterns/list-preferences.ts'
import { dayFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import { startOfDay } from '../../ui/day-bounds.ts'

/** By actor, affected user, event, object, client and period. */
const search = listSearch(auditList, {
  actor: 'actorId',
  subject: 'subjectId',
  client: 'clientId',
  action: 'eventCd',
  kind: 'targetKindTxt',
  target: 'targetIdTxt',
  from: dayFilter(),
  to: dayFilter(),
} as const satisfies Record<FilterOf<'audit'>, unknown>)
type Values = ValuesOf<typeof search>
export type AuditFilters = Values['filters']

/** The last day is included. */
const periodOf = ({ filters: { from, to } }: Values) => ({
  fromDt: from ? startOfDay(from) : undefined,
  toDt: to ? startOfDay(to, 1) : undefined,
})

export const auditVerificationQuery = (uid: number) => query(getAuditVerification, { params: { uid } })

export const auditPages = screenList({
  search,
  page: (uid, values) =>
    pageQuery(listAuditEvents, { params: { uid }, query: { ...search.query(values), ...periodOf(values) } }),
  beside: (uid) => [
    loadListPreferences(uid, 'audit'),
    // Shows its own error.
    queryClient.prefetchQuery(auditVerificationQuery(uid)),
  ],
})

export const exportAudit = (uid: number, values: Values, format: 'xlsx' | 'csv'): Promise<void> =>
  downloadAttachment(
    exportAuditEvents,
    { params: { uid }, body: { ...search.selection(values), ...periodOf(values), format } },
    `audit-trail.${format}`,
  )
