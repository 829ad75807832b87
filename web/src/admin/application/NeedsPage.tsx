import type { ReactNode } from 'react'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Alert } from '../../ui/Alert.tsx'

/** What only holders of a page of the administration see; others read which page that is. */
export function NeedsPage({ page, children }: { page: AdminPage; children: ReactNode }) {
  const { application_needs_page: needsPage } = useTexts(applicationPageTexts)
  const holds = useHoldsPage()
  const pageName = usePortalPageName()
  if (holds(page)) return children
  return (
    <Alert tone="info" live={false}>
      {formatMessage(needsPage, { page: pageName(page) })}
    </Alert>
  )
}
