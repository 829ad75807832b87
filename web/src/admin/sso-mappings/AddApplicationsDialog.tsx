import * as z from 'zod/mini'
import { addSsoMappingApplications, type SsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { loadApplications } from './sso-mapping-queries.ts'
import { useMappingForm } from './use-mapping-form.ts'

const schema = z.object({
  applications: z
    .array(z.object({ value: z.string(), label: z.string() }))
    .check(z.minLength(1, 'sso_mapping_no_applications')),
})
const nothing: z.input<typeof schema> = { applications: [] }

interface AddApplicationsDialogProps {
  mapping: SsoMapping
  onClose: () => void
}

/** Chooses applications that new accounts of an employer begin with (DBMT-040, DBMT-154). */
export function AddApplicationsDialog({ mapping, onClose }: AddApplicationsDialogProps) {
  const t = useTexts(ssoMappingPageTexts)
  const { uid } = useSignedIn()
  const { employerId, employerName: employer } = mapping
  const form = useMappingForm({
    schema,
    initial: nothing,
    draftKey: `sso-mapping-applications-${employerId}`,
    labels: { applications: t.sso_mapping_applications },
    add: ({ applications }) => {
      const body = { employerId, applications: applications.map(({ value }) => ({ pageId: Number(value) })) }
      return call(addSsoMappingApplications, { params: { uid }, body })
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.sso_mapping_add_applications_to, { employer })}
      submitLabel={t.sso_mapping_save_applications}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <Combobox
        multiple
        isFirst
        name="applications"
        label={t.sso_mapping_applications}
        error={form.errorOf('applications')}
        queryName="sso-mapping-applications"
        load={loadApplications}
        selected={form.values.applications}
        onChange={(next) => form.set('applications', [...next])}
      />
    </EditDialog>
  )
}
