import * as z from 'zod/mini'
import {
  listOwnAccessRequests,
  listRequestableApplications,
  requestAccess,
  type RequestableApplication,
} from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
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

/** Asks for an application with a reason. */
export function AskDialog({ application, onClose }: { application: RequestableApplication; onClose: () => void }) {
  const t = useTexts(accessRequestTexts)
  const { uid } = useSignedIn()
  const { pageId, pageNm } = application
  const form = useForm({
    draftKey: `access-request-${pageId}`,
    schema: requestForm,
    messages: t,
    initial,
    labels: { reasonTxt: t.access_reason },
    invalidate: [listRequestableApplications, listOwnAccessRequests],
    save: async ({ reasonTxt }) => {
      const { message } = await request(requestAccess, { params: { uid }, body: { pageId, reasonTxt } })
      return message
    },
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
      title={formatMessage(t.access_ask_about, { application: pageNm })}
      submitLabel={t.access_send}
    >
      <TextAreaField
        {...form.field('reasonTxt')}
        help={formatMessage(t.access_reason_help, { left: Math.max(0, left) })}
        data-autofocus
      />
    </EditDialog>
  )
}
