import { useState } from 'react'
import { type AuditedEvent, searchAuditClients, searchAuditUsers } from '@portico/contract/audit/audit.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { callLookup } from '../../patterns/call-lookup.ts'
import { ExportMenu } from '../../patterns/ExportMenu.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListPreferences } from '../../patterns/list-preferences.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { useLookupName } from '../../patterns/LookupFilter.tsx'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { ListTable } from '../../patterns/ListTable.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { formatInstant } from '../../ui/format.ts'
import { auditColumns } from './audit-columns.tsx'
import { type AuditFilters, auditPages, exportAudit } from './audit-queries.ts'
import { AuditVerificationResult } from './AuditVerificationResult.tsx'
import { actionName, actionOptions, filtersInWords, targetName } from './audit-words.ts'

const AuditDrawer = lazyDialog(() => import('./AuditDrawer.tsx').then((module) => module.AuditDrawer))

/** The audit trail: who did what, when and from where. */
export function AuditPage() {
  const t = useTexts(auditPageTexts)
  const { admin_audit: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const { list, saved } = useListPreferences('audit', useListSearch(auditPages.search))
  const page = useListPage(auditPages.page(uid, list))
  const [shown, setShown] = useState<AuditedEvent | null>(null)
  const columns = auditColumns(t)
  const users = callLookup(uid, searchAuditUsers)
  const clients = callLookup(uid, searchAuditClients)
  const names = {
    actor: useLookupName(users, String(list.filters.actor ?? '')),
    subject: useLookupName(users, String(list.filters.subject ?? '')),
    client: useLookupName(clients, String(list.filters.client ?? '')),
  }
  const filters = filtersInWords(list.filters, names, page.rows, t)
  const { from, to } = list.filters
  const isBackwards = from !== undefined && to !== undefined && from > to
  const narrow = (change: Partial<AuditFilters>) => list.set({ filters: change })
  return (
    <AdminPage title={title} subtitle={t.audit_subtitle}>
      <AuditVerificationResult />
      <FilterBar
        list={list}
        saved={saved}
        fields={[
          { name: 'action', kind: 'choice', label: t.audit_action, options: actionOptions() },
          { name: 'actor', kind: 'lookup', label: t.audit_actor, lookup: users },
          { name: 'subject', kind: 'lookup', label: t.audit_subject, lookup: users },
          { name: 'client', kind: 'lookup', label: t.audit_client, lookup: clients },
          { name: 'from', kind: 'day', label: t.audit_from },
          { name: 'to', kind: 'day', label: t.audit_to, error: isBackwards ? t.audit_to_before_from : undefined },
        ]}
        columns={columns.slice(1)}
      >
        <ExportMenu onExport={(format) => exportAudit(uid, list, format)} />
      </FilterBar>
      {filters !== '' && <p role="status">{formatMessage(t.audit_filtered, { filters })}</p>}
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.audit_none }}
        caption={title}
        columns={columns}
        rowKey={({ auditEventId }) => auditEventId}
        rowName={({ eventDt }) => formatMessage(t.audit_entry, { time: formatInstant(eventDt) })}
        rowTarget={(event) => () => setShown(event)}
        rowActions={(event) => [
          { entries: [{ label: t.audit_details, icon: 'eye', onSelect: () => setShown(event) }] },
          { entries: narrowings(event, narrow, t) },
        ]}
      />
      {shown && <AuditDrawer event={shown} onClose={() => setShown(null)} />}
    </AdminPage>
  )
}

/** Buttons that filter the list by a value of this entry. */
function narrowings(
  event: AuditedEvent,
  narrow: (change: Partial<AuditFilters>) => void,
  t: Texts<typeof auditPageTexts>,
): MenuEntry[] {
  const { actorId, actorNm, subjectId, subjectNm, clientId, clientNm, eventCd, targetKindTxt, targetIdTxt } = event
  const entry = (isThere: boolean, label: string, change: Partial<AuditFilters>): MenuEntry[] =>
    isThere ? [{ label, icon: 'filter', onSelect: () => narrow(change) }] : []
  return [
    ...entry(true, formatMessage(t.audit_only_action, { action: actionName(eventCd) }), { action: eventCd }),
    ...entry(actorId !== null, formatMessage(t.audit_only_actor, { name: actorNm ?? '' }), {
      actor: actorId ?? undefined,
    }),
    ...entry(subjectId !== null, formatMessage(t.audit_only_subject, { name: subjectNm ?? '' }), {
      subject: subjectId ?? undefined,
    }),
    ...entry(targetKindTxt !== null, formatMessage(t.audit_only_target, { target: targetName(event) }), {
      kind: targetKindTxt ?? undefined,
      target: targetIdTxt ?? undefined,
    }),
    ...entry(clientId !== null, formatMessage(t.audit_only_client, { name: clientNm ?? '' }), {
      client: clientId ?? undefined,
    }),
  ]
}
