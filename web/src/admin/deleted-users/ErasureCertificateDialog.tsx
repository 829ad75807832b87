import * as z from 'zod/mini'
import { erasureTexts } from '@portico/contract/users/erasure-texts.ts'
import { getErasureCertificate } from '@portico/contract/users/erasures.ts'
import { downloadAttachment } from '../../api/files.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { wholeNumber } from '../../patterns/field-schemas.ts'
import { useForm } from '../../patterns/use-form.ts'
import { TextField } from '../../ui/TextField.tsx'

const schema = z.object({ userId: wholeNumber({ min: 1, max: 2_147_483_647 }) })

/** Downloads the certificate of an erased user, who is known by a number alone. */
export function ErasureCertificateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(erasureTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema,
    initial: { userId: '' },
    draftKey: 'erasure-certificate',
    labels: { userId: t.erasure_certificate_number },
    invalidate: [],
    save: async ({ userId }) => {
      await downloadAttachment(getErasureCertificate, { params: { uid, userId } }, `erasure-${userId}.json`)
      return t.erasure_certificate_saved
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={t.erasure_certificate_title}
      submitLabel={t.erasure_certificate_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <p>{t.erasure_certificate_lead}</p>
      <TextField
        {...form.field('userId')}
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
        help={t.erasure_certificate_help}
      />
    </EditDialog>
  )
}
