import { useSuspenseQuery } from '@tanstack/react-query'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { applicationQuery } from '../application-search/application-queries.ts'
import { draftOf } from './application-form.ts'
import { ApplicationWizard } from './ApplicationWizard.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { usePathId } from '../../patterns/path-ids.ts'

/** Changes an application (CATA-007, CATA-060). */
export function EditApplicationPage() {
  const { admin_edit_application: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const pageId = usePathId('pageId')
  const application = useSuspenseQuery(applicationQuery(uid, pageId)).data
  return (
    <SettingsPage title={title} subtitle={application.pageNm}>
      <ManagedLine kind="applications" id={pageId} />
      <ApplicationWizard key={pageId} initial={draftOf(application)} draftKey={`application-${pageId}`} />
    </SettingsPage>
  )
}
