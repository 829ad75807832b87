import { VisuallyHidden } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { requestAccess, type RequestableApplication } from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useScreenSearch } from '../../patterns/list-search.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { useRestorableState } from '../../ui/restorable-state.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { requestableQuery } from './access-queries.ts'
import { AskDialog } from './AskDialog.tsx'
import { CatalogCard } from './CatalogCard.tsx'
import classes from './CatalogPanel.module.css'
import { matchingApplications, readCatalogSearch } from './catalog-search.ts'

/** The applications that the user may ask for, found by their names and what they are for; a press asks for one. */
export function CatalogPanel() {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const { data: applications } = useSuspenseQuery(requestableQuery(uid))
  // A dialog with a written reason opens again after sign-in.
  const [chosenId, setChosenId] = useRestorableState<number | null>('ask-for-application', null)
  const chosen = applications.find(({ pageId }) => pageId === chosenId)
  const isExhausted = applications.every(({ requestableStateCd }) => requestableStateCd !== 'open')
  return (
    <Panel title={t.access_catalog_title}>
      {isExhausted && <EmptyState drawing="tiles" title={t.access_none} hint={t.access_none_hint} compact />}
      {applications.length > 0 && (
        <PanelBody>
          <Catalog applications={applications} onAsk={setChosenId} />
        </PanelBody>
      )}
      {chosen && (
        <AskDialog
          name={chosen.pageNm}
          draftKey={`access-request-${chosen.pageId}`}
          send={(reasonTxt) => request(requestAccess, { params: { uid }, body: { pageId: chosen.pageId, reasonTxt } })}
          onClose={() => setChosenId(null)}
        />
      )}
    </Panel>
  )
}

interface CatalogProps {
  applications: readonly RequestableApplication[]
  onAsk: (pageId: number) => void
}

function Catalog({ applications, onAsk }: CatalogProps) {
  const t = useTexts(accessRequestTexts)
  const { q = '' } = useScreenSearch(readCatalogSearch)
  const navigate = useNavigate()
  const shown = matchingApplications(applications, q)
  const search = (term: string) =>
    // The route accepts any search params; `readCatalogSearch` validates them.
    void navigate({ to: '.', search: { q: term || undefined } as never, replace: true, resetScroll: false })
  return (
    <div className={classes['catalog']}>
      <div ref={focusField}>
        <SearchField label={t.access_search} clearLabel={t.access_search_clear} value={q} onChange={search} />
      </div>
      <VisuallyHidden role="status">{formatMessage(t.access_catalog_count, { count: shown.length })}</VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState drawing="search" title={t.access_catalog_nothing} hint={t.access_catalog_nothing_hint} compact />
      ) : (
        <ul className={classes['cards']} aria-label={t.access_catalog_title}>
          {shown.map((one) => (
            <CatalogCard key={one.pageId} application={one} onAsk={() => onAsk(one.pageId)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const focusField = (place: HTMLElement | null) => place?.querySelector('input')?.focus()
