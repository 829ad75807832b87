import * as z from 'zod/mini'
import { listBrandedClients } from '@portico/contract/branding/client-branding.ts'
import { CLIENT_CODE, CLIENT_CODE_MAX, CLIENT_NAME_MAX } from '@portico/contract/clients/client-rules.ts'
import { addClient } from '@portico/contract/clients/clients.ts'
import { clientTexts } from '@portico/contract/clients/client-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { optionalText, requiredText } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'

const schema = z.object({
  clientNm: requiredText(CLIENT_NAME_MAX),
  clientCd: optionalText(CLIENT_CODE_MAX).check(z.regex(CLIENT_CODE, 'client_code_invalid')),
})

interface AddClientDialogProps {
  /** What was typed before the dialog had loaded. */
  typed: string
  onClose: () => void
}

/** Adds a client; its settings are then opened from the list. */
export function AddClientDialog({ typed, onClose }: AddClientDialogProps) {
  const t = useTexts(clientTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { clientNm: '', clientCd: '' },
    typedAhead: typed === '' ? {} : { clientNm: typed },
    draftKey: 'add-client',
    labels: { clientNm: t.client_name, clientCd: t.client_code },
    messages: t,
    save: async ({ clientNm, clientCd }) => {
      const body = { clientNm, clientCd: clientCd === '' ? null : clientCd }
      const { message } = await request(addClient, { params: { uid }, body })
      await invalidate(listBrandedClients)
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.client_add}
      submitLabel={t.client_add}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <TextField {...form.field('clientNm')} data-autofocus />
      <TextField {...form.field('clientCd')} help={t.client_code_help} />
    </EditDialog>
  )
}
