import { contactTexts } from '@portico/contract/texts/contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import classes from './ContactUsPage.module.css'
import { EnhancementPanel } from './EnhancementPanel.tsx'
import { RepresentativesPanel } from './RepresentativesPanel.tsx'
import { RequestsPanel } from './RequestsPanel.tsx'

/** Where somebody finds a human being, or says what he would like to see. */
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
