import { addSystem, listSystems } from '@portico/contract/catalog.ts'
import { catalogPageTexts } from '@portico/contract/texts/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'
import { FacilityField } from './FacilityField.tsx'
import { newSystem, systemSchema } from './system-form.ts'

interface AddDialogProps {
  onClose: () => void
  /** Called with the id of the new one. */
  onAdded: (id: number) => void
}

/** Adds a system; closes 2 s after that (CATA-064). */
export function AddSystemDialog({ onClose, onAdded }: AddDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: systemSchema,
    initial: newSystem,
    draftKey: 'add-system',
    labels: { systemNm: t.system_name, facilityCd: t.system_facility },
    save: async (body) => {
      const { data, message } = await request(addSystem, { params: { uid }, body })
      await invalidate(listSystems)
      onAdded(data.systemId)
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.settings_add_system}
      submitLabel={t.settings_add_system}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <TextField {...form.field('systemNm')} data-autofocus />
      <FacilityField form={form} />
    </EditDialog>
  )
}
