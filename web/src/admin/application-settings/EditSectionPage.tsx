import { useSuspenseQuery } from '@tanstack/react-query'
import type { CatalogSection } from '@portico/contract/catalog/catalog-records.ts'
import { getSection, listCatalogSections, updateSection } from '@portico/contract/catalog/catalog-sections.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { usePathId } from '../../patterns/path-ids.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sectionQuery } from '../application-search/application-queries.ts'
import classes from './ApplicationSettings.module.css'
import { sectionSchema } from './section-form.ts'
import { SettingsPage } from './SettingsPage.tsx'

/** Changes a section, on the screen of the applications (CATA-008, CATA-015). */
export function EditSectionPage() {
  const { admin_edit_section: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const sectionId = usePathId('sectionId')
  const section = useSuspenseQuery(sectionQuery(uid, sectionId)).data
  return (
    <SettingsPage title={title} subtitle={section.sectionNm}>
      <ManagedLine kind="sections" id={sectionId} />
      <SectionForm key={sectionId} section={section} />
    </SettingsPage>
  )
}

function SectionForm({ section }: { section: CatalogSection }) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const { sectionId: catalogSectionId, sectionNm, ccDispFlg, version } = section
  const form = useForm({
    schema: sectionSchema,
    initial: { sectionNm, ccDispFlg },
    draftKey: `section-${catalogSectionId}`,
    loadedVersion: version,
    labels: { sectionNm: t.section_name, ccDispFlg: t.section_displayed },
    save: async (values) => {
      const body = { ...values, version }
      const { message } = await request(updateSection, { params: { uid, catalogSectionId }, body })
      return message
    },
    reload: () => Promise.all([getSection, listCatalogSections].map(invalidate)),
  })
  return (
    <div className={classes['panel']}>
      <FormPanel title={t.section_edit} form={form} submitLabel={t.section_save}>
        <TextField {...form.field('sectionNm')} />
        <CheckField {...form.check('ccDispFlg')} />
      </FormPanel>
    </div>
  )
}
