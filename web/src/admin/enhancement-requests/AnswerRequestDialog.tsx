import * as z from 'zod/mini'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { COMMENT_MAX_LENGTH, RequestState } from '@portico/contract/contact/contact.ts'
import {
  changeEnhancementRequest,
  type EnhancementRequest,
  listEnhancementRequests,
} from '@portico/contract/contact/enhancement-requests.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { enhancementRequestTexts } from '@portico/contract/contact/enhancement-request-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { useRequestStates } from '../../patterns/RequestStateDot.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { formatInstant } from '../../ui/format.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import classes from './EnhancementRequests.module.css'

const answerForm = z.object({
  requestState: RequestState,
  answerTxt: z.string().check(z.trim(), z.maxLength(COMMENT_MAX_LENGTH, 'enhancement_requests_answer_too_long')),
})

interface AnswerRequestDialogProps {
  /** As the list has it now. */
  sent: EnhancementRequest
  onClose: () => void
}

/** Shows a request as a whole, and takes its state and the answer to the user. */
export function AnswerRequestDialog({ sent, onClose }: AnswerRequestDialogProps) {
  const t = useTexts(enhancementRequestTexts)
  const states = useRequestStates()
  const { uid } = useSignedIn()
  const { requestNo, requestState, answerTxt, version } = sent
  const name = fullName(sent)
  const phones = usePhoneNumbers()
  const form = useForm({
    schema: answerForm,
    initial: { requestState, answerTxt },
    draftKey: `enhancement-request-${requestNo}`,
    loadedVersion: version,
    messages: t,
    labels: { requestState: t.enhancement_requests_state, answerTxt: t.enhancement_requests_answer_text },
    invalidate: [listEnhancementRequests],
    save: async (values) => {
      const { message } = await request(changeEnhancementRequest, {
        params: { uid, enhancementRequestId: requestNo },
        body: { ...values, version },
      })
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.enhancement_requests_title, { number: requestNo, section: sent.sectionNm })}
      submitLabel={t.enhancement_requests_save}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <p>
        {formatMessage(t.enhancement_requests_lead, {
          name,
          employer: sent.employerNm,
          moment: formatInstant(sent.createdDt),
        })}
      </p>
      <blockquote className={classes['whole']}>{sent.comment}</blockquote>
      <p>{contactOf(sent, t, phones)}</p>
      <SelectField
        data-autofocus
        {...form.field('requestState')}
        options={RequestState.options.map((value) => ({ value, label: states[value] }))}
      />
      <TextAreaField {...form.field('answerTxt')} help={t.enhancement_requests_answer_help} />
    </EditDialog>
  )
}

/** How the sender would like to be contacted, if at all. */
function contactOf(sent: EnhancementRequest, t: Texts<typeof enhancementRequestTexts>, phones: PhoneNumbers): string {
  const name = fullName(sent)
  if (!sent.contactMeFlag) return formatMessage(t.enhancement_requests_no_contact, { name })
  const ways = [sent.emailAddress, sent.workPhone && phones.show(sent.workPhone)].filter(Boolean).join(', ')
  return formatMessage(t.enhancement_requests_contact, { name, ways })
}
