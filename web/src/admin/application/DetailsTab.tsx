import { useSuspenseQuery } from '@tanstack/react-query'
import type { Application } from '@portico/contract/catalog/catalog-records.ts'
import { getApplication, updateApplication } from '@portico/contract/catalog/catalog.ts'
import { applicationPageTexts } from '@portico/contract/catalog/application-page-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { catalogTexts } from '@portico/contract/catalog/catalog-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { catalogSectionsQuery } from '../application-search/application-queries.ts'
import { catalogSystemsQuery } from '../application-search/system-queries.ts'
import { changedByApplications } from '../application-search/DeleteApplicationDialog.tsx'
import { applicationDetailsSchema, draftOf, sentApplication } from '../application-settings/application-form.ts'
import { ApplicationFields, applicationLabelsOf } from '../application-settings/ApplicationFields.tsx'
import classes from './ApplicationPage.module.css'

export interface ApplicationTabProps {
  application: Application
}

/** What the application is, where it appears and who gets it. */
export function DetailsTab({ application }: ApplicationTabProps) {
  const t = useTexts(applicationPageTexts)
  const words = useTexts(catalogPageTexts)
  const messages = useTexts(catalogTexts)
  const { uid } = useSignedIn()
  const { pageId, version } = application
  const { details, isProtected } = draftOf(application)
  const form = useForm({
    schema: applicationDetailsSchema,
    initial: details,
    draftKey: `application-page-${pageId}`,
    loadedVersion: version,
    labels: applicationLabelsOf(words),
    messages,
    comparedAs: { format: usePlaceNames() },
    invalidate: [...changedByApplications, getApplication],
    save: async (values) => {
      const body = { ...sentApplication(values), version }
      return (await request(updateApplication, { params: { uid, appId: pageId }, body })).message
    },
  })
  return (
    <div className={classes['form']}>
      <FormPanel title={t.application_tab_details} form={form} submitLabel={t.application_save_details}>
        <ApplicationFields form={form} isProtected={isProtected} />
      </FormPanel>
    </div>
  )
}

/** Returns the name of a system or section that a field has the number of; undefined for other fields. */
function usePlaceNames(): (field: string, value: unknown) => string | undefined {
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const sections = useSuspenseQuery(catalogSectionsQuery(uid)).data
  return (field, value) => {
    if (field === 'system') return systems.find(({ systemId }) => String(systemId) === value)?.systemNm
    if (field === 'section') return sections.find(({ sectionId }) => String(sectionId) === value)?.sectionNm
    return undefined
  }
}
