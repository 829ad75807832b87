import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import {
  listOwnAccessRequests,
  listRequestableApplications,
  listRequestableSets,
} from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { toast } from '../../ui/toast.ts'

const requestForm = z.object({
  reasonTxt: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'access_reason_missing', abort: true }),
      z.maxLength(ACCESS_REASON_MAX, 'access_reason_too_long'),
    ),
})
const initial = { reasonTxt: '' }

interface AskDialogProps {
  /** What is asked for. */
  name: string
  draftKey: string
  send: (reasonTxt: string) => Promise<{ message: string }>
  onClose: () => void
  /** What the reader has to know of it. */
  children?: ReactNode
}

/** Asks for an application, or for a permission set, with a reason. */
export function AskDialog({ name, draftKey, send, onClose, children }: AskDialogProps) {
  const t = useTexts(accessRequestTexts)
  const form = useForm({
    draftKey,
    schema: requestForm,
    messages: t,
    initial,
    labels: { reasonTxt: t.access_reason },
    invalidate: [listRequestableApplications, listRequestableSets, listOwnAccessRequests],
    save: async ({ reasonTxt }) => (await send(reasonTxt)).message,
    afterSave: (message) => {
      toast.success(message)
      onClose()
    },
  })
  const left = ACCESS_REASON_MAX - form.values.reasonTxt.length
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.access_ask_about, { application: name })}
      submitLabel={t.access_send}
    >
      {children}
      <TextAreaField
        {...form.field('reasonTxt')}
        help={formatMessage(t.access_reason_help, { left: Math.max(0, left) })}
        data-autofocus
      />
    </EditDialog>
  )
}
