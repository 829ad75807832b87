import { addApplication, getApplication, updateApplication } from '@portico/contract/catalog/catalog.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { catalogTexts } from '@portico/contract/catalog/catalog-texts.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { changedByApplications } from '../application-search/DeleteApplicationDialog.tsx'
import { type ApplicationDraft, applicationDetailsSchema, draftOf, sentApplication } from './application-form.ts'
import { ApplicationFields, applicationLabelsOf } from './ApplicationFields.tsx'

/** Step 1: what the application is, where it appears and who gets it (CATA-012); saved before the next one. */
export function ApplicationDetailsStep({ draft, onNext, onPrevious, submitLabel }: StepProps<ApplicationDraft>) {
  const t = useTexts(catalogPageTexts)
  const messages = useTexts(catalogTexts)
  const { uid } = useSignedIn()
  const { pageId, version } = draft
  const form = useForm({
    schema: applicationDetailsSchema,
    initial: draft.details,
    draftKey: `application-details-${pageId ?? 'new'}`,
    labels: applicationLabelsOf(t),
    messages,
    guardsLeaving: false,
    save: async (details) => {
      const body = sentApplication(details)
      const saved =
        pageId === null
          ? await call(addApplication, { params: { uid }, body })
          : await call(updateApplication, {
              params: { uid, appId: pageId },
              body: { ...body, ...(version !== null && { version }) },
            })
      await Promise.all([...changedByApplications, getApplication].map(invalidate))
      await onNext(draftOf(saved))
      return ''
    },
  })
  return (
    <WizardForm
      title={t.settings_details}
      form={form}
      submitLabel={submitLabel}
      onPrevious={() => onPrevious({ details: form.values })}
    >
      <ApplicationFields form={form} isProtected={draft.isProtected} />
    </WizardForm>
  )
}
