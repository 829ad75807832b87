import { useRouter } from '@tanstack/react-router'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { toast } from '../../ui/toast.ts'
import { applicationPage } from '../application/screen.ts'
import { type ApplicationDraft, newDraft } from './application-form.ts'
import { ApplicationWizard } from './ApplicationWizard.tsx'
import { SettingsPage } from './SettingsPage.tsx'

/** Adds an application (CATA-006). */
export function AddApplicationPage() {
  const t = useTexts(catalogPageTexts)
  const { admin_add_application: title } = useTexts(adminMenuTexts)
  const router = useRouter()
  const announce = ({ pageId, details }: ApplicationDraft) => {
    if (pageId === null) return
    const href = applicationPage.link({ pageId, tabName: 'details' })
    toast.success(formatMessage(t.settings_added, { name: details.pageNm.trim() }), {
      label: t.settings_added_open,
      run: () => void router.navigate({ href }),
    })
  }
  return (
    <SettingsPage title={title} subtitle={t.settings_add_subtitle}>
      <ApplicationWizard initial={newDraft} draftKey="add-application" onFinished={announce} />
    </SettingsPage>
  )
}
