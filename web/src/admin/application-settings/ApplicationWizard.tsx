import { useRouter } from '@tanstack/react-router'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { Wizard } from '../../patterns/Wizard.tsx'
import type { ApplicationDraft } from './application-form.ts'
import { ConfirmationStep } from './ConfirmationStep.tsx'
import { ApplicationDetailsStep } from './ApplicationDetailsStep.tsx'
import { SearchInformationStep } from './SearchInformationStep.tsx'
import { applicationSearch } from '../application-search/screen.ts'

interface ApplicationWizardProps {
  initial: ApplicationDraft
  draftKey: string
  /** Called after the last step, before the list opens. */
  onFinished?: (draft: ApplicationDraft) => void
}

/** The three steps to an application; each saves itself before the next one opens (CATA-011..014, CATA-050, CATA-051). */
export function ApplicationWizard({ initial, draftKey, onFinished }: ApplicationWizardProps) {
  const t = useTexts(catalogPageTexts)
  const router = useRouter()
  const toSearch = () => router.navigate({ href: applicationSearch.link() })
  return (
    <Wizard
      label={t.settings_steps}
      draftKey={draftKey}
      initial={initial}
      finishLabel={t.settings_finish}
      savesEachStep
      steps={[
        { id: 'details', title: t.settings_details, Step: ApplicationDetailsStep },
        { id: 'search', title: t.settings_search_information, Step: SearchInformationStep },
        { id: 'confirmation', title: t.settings_confirmation, Step: ConfirmationStep },
      ]}
      onFinish={async (draft) => {
        onFinished?.(draft)
        await toSearch()
      }}
      onCancel={() => void toSearch()}
    />
  )
}
