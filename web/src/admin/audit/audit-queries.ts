import {
  exportAuditEvents,
  getAuditVerification,
  listAuditEvents,
  type searchAuditUsers,
} from '@portico/contract/audit.ts'
import { callPage } from '../../api/call.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import type { Lookup } from '../../patterns/LookupFilter.tsx'
import { loadListPreferences } from '../../patterns/list-preferences.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { pageOf } from '../../patterns/list-search.ts'
import { startOfDay } from '../../ui/day-bounds.ts'
import { auditSearch, type AuditValues } from './audit-search.ts'

/** The filters as query parameters; the last day is included. */
const selectionOf = ({ filters, sort }: AuditValues) => ({
  actorId: filters.actor,
  subjectId: filters.subject,
  clientId: filters.client,
  eventCd: filters.action,
  targetKindTxt: filters.kind,
  targetIdTxt: filters.target,
  fromDt: filters.from ? startOfDay(filters.from) : undefined,
  toDt: filters.to ? startOfDay(filters.to, 1) : undefined,
  sort: sort.key,
  direction: sort.direction,
})

export const auditQuery = (uid: number, values: AuditValues) =>
  pageQuery(listAuditEvents, {
    params: { uid },
    query: {
      ...selectionOf(values),
      ...pageOf(values),
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
      loadListPreferences(uid, 'audit'),
      // Shows its own error.
      queryClient.prefetchQuery(auditVerificationQuery(uid)),
    ]),
  )

/** Finds users or clients that the audit trail can be filtered by. */
export function auditLookup(uid: number, endpoint: typeof searchAuditUsers): Lookup {
  const search = async (query: { text?: string; id?: number; offset?: number }, signal: AbortSignal) => {
    const { rows, total } = await callPage(endpoint, { params: { uid }, query }, signal)
    return { rows: rows.map(({ id, nameTxt }) => ({ value: String(id), label: nameTxt })), total }
  }
  return {
    name: endpoint.name,
    load: (text, offset, signal) => search({ text, offset }, signal),
    find: async (value, signal) => (await search({ id: Number(value) }, signal)).rows[0] ?? null,
  }
}
