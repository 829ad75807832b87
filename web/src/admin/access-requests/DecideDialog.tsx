import { fullName } from '@portico/contract/users/full-name.ts'
import * as z from 'zod/mini'
import {
  type AccessRequest,
  decideAccessRequest,
  listAccessRequests,
} from '@portico/contract/access-requests/access-requests.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { endOfDay, today } from '../../ui/day-bounds.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'

const decisionForm = z
  .object({
    decisionCd: z.string().check(z.minLength(1, 'access_decision_missing')),
    endDay: z.string(),
    decisionTxt: z.string().check(z.trim(), z.maxLength(ACCESS_REASON_MAX, 'access_reason_too_long')),
  })
  .check(
    z.refine(({ decisionCd, decisionTxt }) => decisionCd !== 'decline' || decisionTxt !== '', {
      error: 'access_decision_text_missing',
      path: ['decisionTxt'],
    }),
    z.refine(
      ({ decisionCd, endDay }) => decisionCd !== 'grant' || endDay === '' || !hasEnded(endOfDay(endDay), new Date()),
      { error: 'access_end_past', path: ['endDay'] },
    ),
  )

interface DecideDialogProps {
  asked: AccessRequest
  onClose: () => void
}

/** Grants a request, until a day if one is chosen, or declines it. */
export function DecideDialog({ asked, onClose }: DecideDialogProps) {
  const t = useTexts(accessRequestTexts)
  const { permission_end_past: endPast } = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const { accessRequestId } = asked
  const name = fullName(asked)
  const words = { name, employer: asked.employerNm, application: asked.pageNm }
  const form = useForm({
    schema: decisionForm,
    initial: { decisionCd: '', endDay: '', decisionTxt: '' },
    draftKey: `access-request-${accessRequestId}`,
    messages: { ...t, access_end_past: formatMessage(endPast, { application: asked.pageNm }) },
    labels: { decisionCd: t.access_decision, endDay: t.access_end, decisionTxt: t.access_decision_text },
    // The profile of the user shows what they are granted.
    invalidate: [listAccessRequests, getUserDetail],
    save: async ({ decisionCd, endDay, decisionTxt }) => {
      const isGrant = decisionCd === 'grant'
      const { message } = await request(decideAccessRequest, {
        params: { uid, accessRequestId },
        body: {
          decisionCd: isGrant ? 'grant' : 'decline',
          decisionTxt,
          endDt: isGrant && endDay !== '' ? endOfDay(endDay) : null,
        },
      })
      return message
    },
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.access_decide_title, { name })}
      submitLabel={t.access_decide_submit}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      <p>
        {asked.pageNm === asked.systemNm
          ? formatMessage(t.access_decide_request_system, words)
          : formatMessage(t.access_decide_request, { ...words, system: asked.systemNm })}
      </p>
      <blockquote>{asked.reasonTxt}</blockquote>
      <SelectField
        data-autofocus
        {...form.field('decisionCd')}
        options={[
          { value: '', label: t.access_decision_choose },
          { value: 'grant', label: t.access_decision_grant },
          { value: 'decline', label: t.access_decision_decline },
        ]}
      />
      {form.values.decisionCd === 'grant' && (
        <TextField {...form.field('endDay')} type="date" min={today()} help={t.access_end_help} />
      )}
      <TextAreaField {...form.field('decisionTxt')} help={t.access_decision_text_help} />
    </EditDialog>
  )
}
