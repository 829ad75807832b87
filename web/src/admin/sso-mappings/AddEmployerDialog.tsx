import * as z from 'zod/mini'
import { addSsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { requiredChoice } from '../../patterns/field-schemas.ts'
import { useLocalOptions } from '../../patterns/local-options.ts'
import { mappingClientsQuery } from './sso-mapping-queries.ts'
import { useMappingForm } from './use-mapping-form.ts'

const schema = z.object({ employerId: requiredChoice() })

/** Chooses an employer whose users get an account at their first sign-on. */
export function AddEmployerDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(ssoMappingPageTexts)
  const { uid } = useSignedIn()
  const employers = useLocalOptions(mappingClientsQuery(uid), ({ clientId, clientNm }) => ({
    value: String(clientId),
    label: clientNm,
  }))
  const form = useMappingForm({
    schema,
    initial: { employerId: '' },
    draftKey: 'sso-mapping-employer',
    labels: { employerId: t.sso_mapping_employer },
    add: ({ employerId }) => call(addSsoMapping, { params: { uid, employerId: Number(employerId) } }),
  })
  const { employerId } = form.values
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.sso_mapping_add}
      submitLabel={t.sso_mapping_save_employer}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <Combobox
        isFirst
        name="employerId"
        label={t.sso_mapping_employer}
        error={form.errorOf('employerId')}
        queryName="sso-mapping-employers"
        load={employers.load}
        selected={employers.selected(employerId === '' ? [] : [employerId])}
        onChange={([chosen]) => form.set('employerId', chosen?.value ?? '')}
      />
    </EditDialog>
  )
}
