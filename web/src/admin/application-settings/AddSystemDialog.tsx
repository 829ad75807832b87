import { addSystem, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { TextField } from '../../ui/TextField.tsx'
import { type AddDialogProps, AddRecordDialog } from './AddRecordDialog.tsx'
import { FacilityField } from './FacilityField.tsx'
import { newSystem, systemSchema } from './system-form.ts'

/** Adds a system (CATA-064). */
export function AddSystemDialog(props: AddDialogProps) {
  const t = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  return (
    <AddRecordDialog
      {...props}
      title={t.settings_add_system}
      schema={systemSchema}
      initial={newSystem}
      draftKey="add-system"
      labels={{ systemNm: t.system_name, facilityCd: t.system_facility }}
      list={listSystems}
      add={async (body) => {
        const { data, message } = await request(addSystem, { params: { uid }, body })
        return { id: data.systemId, message }
      }}
      fields={(form) => (
        <>
          <TextField {...form.field('systemNm')} data-autofocus />
          <FacilityField form={form} />
        </>
      )}
    />
  )
}
