import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './AskForApplicationPage.module.css'
import { OwnRequestsPanel } from './OwnRequestsPanel.tsx'
import { RequestPanel } from './RequestPanel.tsx'

/** The page where users ask for applications and follow their requests. */
export function AskForApplicationPage() {
  const t = useTexts(accessRequestTexts)
  return (
    <div className={classes['page']}>
      <PageHeading title={t.access_title} subtitle={t.access_lead} />
      <RequestPanel />
      <OwnRequestsPanel />
    </div>
  )
}
