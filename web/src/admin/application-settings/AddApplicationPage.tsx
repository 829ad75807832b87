import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { newDraft } from './application-form.ts'
import { ApplicationWizard } from './ApplicationWizard.tsx'
import { SettingsPage } from './SettingsPage.tsx'

/** Adds an application (CATA-006). */
export function AddApplicationPage() {
  const t = useTexts(catalogPageTexts)
  const { admin_add_application: title } = useTexts(adminMenuTexts)
  return (
    <SettingsPage title={title} subtitle={t.settings_add_subtitle}>
      <ApplicationWizard initial={newDraft} draftKey="add-application" />
    </SettingsPage>
  )
}
