import { contactTexts } from '@portico/contract/contact/contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './ContactUsPage.module.css'
import { EnhancementPanel } from './EnhancementPanel.tsx'
import { RepresentativesPanel } from './RepresentativesPanel.tsx'
import { RequestsPanel } from './RequestsPanel.tsx'

/** The page where users find their representatives and send enhancement requests. */
export function ContactUsPage() {
  const t = useTexts(contactTexts)
  const { isInternal } = useSignedIn()
  return (
    <div className={classes['page']}>
      <PageHeading title={t.contact_title} subtitle={isInternal ? t.contact_lead_internal : t.contact_lead} />
      {!isInternal && <RepresentativesPanel />}
      <EnhancementPanel />
      <RequestsPanel />
    </div>
  )
}
