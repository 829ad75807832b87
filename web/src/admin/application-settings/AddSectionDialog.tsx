import { addSection, listCatalogSections } from '@portico/contract/catalog.ts'
import { catalogPageTexts } from '@portico/contract/texts/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { newSection, sectionSchema } from './section-form.ts'

interface AddDialogProps {
  onClose: () => void
  /** Called with the id of the new one. */
  onAdded: (id: number) => void
}

/** Adds a section; closes 2 s after that (CATA-063). */
export function AddSectionDialog({ onClose, onAdded }: AddDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: sectionSchema,
    initial: newSection,
    draftKey: 'add-section',
    labels: { sectionNm: t.section_name, ccDispFlg: t.section_displayed },
    save: async (body) => {
      const { data, message } = await request(addSection, { params: { uid }, body })
      await invalidate(listCatalogSections)
      onAdded(data.sectionId)
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.settings_add_section}
      submitLabel={t.settings_add_section}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <TextField {...form.field('sectionNm')} data-autofocus />
      <CheckField {...form.check('ccDispFlg')} />
    </EditDialog>
  )
}
