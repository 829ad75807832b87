import { useState } from 'react'
import { type AuditedEvent, searchAuditUsers } from '@portico/contract/audit/audit.ts'
import { auditPageTexts } from '@portico/contract/audit/audit-page-texts.ts'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { callLookup } from '../../patterns/call-lookup.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { formatInstant } from '../../ui/format.ts'
import { auditColumns } from '../audit/audit-columns.tsx'
import { AuditDrawer } from '../audit/AuditDrawer.tsx'
import classes from './ApplicationPage.module.css'
import { applicationHistoryQuery, applicationHistorySearch } from './application-page-queries.ts'
import type { ApplicationTabProps } from './DetailsTab.tsx'
import { NeedsPage } from './NeedsPage.tsx'

/** What changed about the application, when and by whom. */
export const HistoryTab = (props: ApplicationTabProps) => (
  <NeedsPage page="Audit Trail">
    <History {...props} />
  </NeedsPage>
)

function History({ application: { pageId } }: ApplicationTabProps) {
  const t = useTexts(auditPageTexts)
  const { application_tab_history: caption } = useTexts(applicationPageTexts)
  const { uid } = useSignedIn()
  const list = useListSearch(applicationHistorySearch)
  const page = useListPage(applicationHistoryQuery(uid, pageId, list))
  const [shown, setShown] = useState<AuditedEvent | null>(null)
  return (
    <div className={classes['list']}>
      <FilterBar
        list={list}
        fields={[{ name: 'actor', kind: 'lookup', label: t.audit_actor, lookup: callLookup(uid, searchAuditUsers) }]}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.audit_none }}
        caption={caption}
        columns={auditColumns(t).filter(({ key }) => ['eventDt', 'action', 'actor', 'address'].includes(key))}
        rowKey={({ auditEventId }) => auditEventId}
        rowName={({ eventDt }) => formatMessage(t.audit_entry, { time: formatInstant(eventDt) })}
        rowTarget={(event) => () => setShown(event)}
        rowActions={(event) => [
          { entries: [{ label: t.audit_details, icon: 'eye', onSelect: () => setShown(event) }] },
        ]}
      />
      {shown && <AuditDrawer event={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
