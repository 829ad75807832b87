import { useSuspenseQuery } from '@tanstack/react-query'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { catalogFacilitiesQuery } from '../application-search/system-queries.ts'

/** The facility of a system, or none. */
export function FacilityField({ form }: { form: Pick<Form<{ facilityCd: string }>, 'field'> }) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(catalogFacilitiesQuery(uid)).data
  return (
    <SelectField
      {...form.field('facilityCd')}
      help={t.system_facility_help}
      options={[
        { value: '', label: t.system_no_facility },
        ...facilities.map(({ facilityCd, facilityNm }) => ({ value: facilityCd, label: facilityNm })),
      ]}
    />
  )
}
