import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { catalogSectionsQuery } from '../application-search/application-queries.ts'
import { catalogSystemsQuery } from '../application-search/system-queries.ts'
import type { ApplicationDetails, ApplicationDraft } from './application-form.ts'
import classes from './ApplicationSettings.module.css'
import { applicationLabelsOf } from './ApplicationFields.tsx'

const nothing = z.object({})
const flags = [
  'dispFlg',
  'linkEnabledFlg',
  'openInNewWindowFlg',
  'externalAppFlg',
  'pageAssignableFlg',
  'requestableFlg',
  'internalUserPage',
  'admAccessRqrFlg',
] as const satisfies (keyof ApplicationDetails)[]

/** Step 3: what has been saved (CATA-014). */
export function ConfirmationStep({ draft, onNext, onPrevious, submitLabel }: StepProps<ApplicationDraft>) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const sections = useSuspenseQuery(catalogSectionsQuery(uid)).data
  const { details, items } = draft
  const labels = applicationLabelsOf(t)
  const form = useForm({
    schema: nothing,
    initial: {},
    draftKey: 'application-confirmation',
    labels: {},
    guardsLeaving: false,
    save: async () => {
      await onNext({})
      return ''
    },
  })
  const rows: [string, string][] = [
    [labels.pageNm, details.pageNm],
    [labels.system, systems.find(({ systemId }) => String(systemId) === details.system)?.systemNm ?? ''],
    [
      labels.section,
      sections.find(({ sectionId }) => String(sectionId) === details.section)?.sectionNm ?? t.confirmation_none,
    ],
    [labels.ccPageLocationTxt, details.ccPageLocationTxt || t.confirmation_none],
    [labels.ccHelpPageLocationTxt, details.ccHelpPageLocationTxt || t.confirmation_none],
    ...flags.map((flag): [string, string] => [labels[flag], details[flag] ? t.confirmation_yes : t.confirmation_no]),
    [t.search_items_title, items.map(({ sublinkNm }) => sublinkNm).join(', ') || t.confirmation_none],
  ]
  return (
    <WizardForm title={t.settings_confirmation} form={form} submitLabel={submitLabel} onPrevious={() => onPrevious({})}>
      <p>{t.confirmation_hint}</p>
      <dl className={classes['summary']}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </WizardForm>
  )
}
