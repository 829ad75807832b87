import { addSection, listCatalogSections } from '@portico/contract/catalog/catalog-sections.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type AddDialogProps, AddRecordDialog } from './AddRecordDialog.tsx'
import { newSection, sectionSchema } from './section-form.ts'

/** Adds a section (CATA-063). */
export function AddSectionDialog(props: AddDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  return (
    <AddRecordDialog
      {...props}
      title={t.settings_add_section}
      schema={sectionSchema}
      initial={newSection}
      draftKey="add-section"
      labels={{ sectionNm: t.section_name, ccDispFlg: t.section_displayed }}
      list={listCatalogSections}
      add={async (body) => {
        const { data, message } = await request(addSection, { params: { uid }, body })
        return { id: data.sectionId, message }
      }}
      fields={(form) => (
        <>
          <TextField {...form.field('sectionNm')} data-autofocus />
          <CheckField {...form.check('ccDispFlg')} />
        </>
      )}
    />
  )
}
