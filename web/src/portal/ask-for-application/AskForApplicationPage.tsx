import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './AskForApplicationPage.module.css'
import { CatalogPanel } from './CatalogPanel.tsx'
import { OwnRequestsPanel } from './OwnRequestsPanel.tsx'
import { SetsPanel } from './SetsPanel.tsx'

/** The page where users ask for applications and permission sets, and follow their requests. */
export function AskForApplicationPage() {
  const t = useTexts(accessRequestTexts)
  return (
    <div className={classes['page']}>
      <PageHeading title={t.access_title} subtitle={t.access_lead} />
      <SetsPanel />
      <CatalogPanel />
      <OwnRequestsPanel />
    </div>
  )
}
