import { fullName } from '@portico/contract/users/full-name.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type AccessRequest, listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listUserApplications } from '@portico/contract/catalog/catalog.ts'
import {
  listPermissionSetHolders,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { ACCESS_REASON_MAX } from '@portico/contract/limits.ts'
import { accessRequestTexts } from '@portico/contract/access-requests/access-request-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { day } from '../../patterns/field-schemas.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { endOfDay, today } from '../../ui/day-bounds.ts'
import { formatList } from '../../ui/format.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { decideRequests } from './decide-requests.ts'

export type DecisionCode = 'grant' | 'decline'

const decisionTxt = z.string().check(z.trim(), z.maxLength(ACCESS_REASON_MAX, 'access_reason_too_long'))
const forms = {
  grant: z.object({
    endDay: day().check(z.refine((end) => end === '' || !hasEnded(endOfDay(end), new Date()), 'access_end_past')),
    decisionTxt,
  }),
  decline: z.object({
    endDay: z.string(),
    decisionTxt: decisionTxt.check(z.minLength(1, 'access_decision_text_missing')),
  }),
}

interface DecideDialogProps {
  decision: DecisionCode
  /** At least one. */
  asked: readonly AccessRequest[]
  /** Called with the ids of those that are decided. */
  onDecided: (accessRequestIds: readonly number[]) => void
  onClose: () => void
}

/** Grants requests, until a day if one is chosen, or declines them. */
export function DecideDialog({ decision, asked, onDecided, onClose }: DecideDialogProps) {
  const t = useTexts(accessRequestTexts)
  const { permission_end_past: endPast } = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  // Those that could not be decided, after an attempt for several.
  const [waiting, setWaiting] = useState(asked)
  const [first] = asked
  const application = formatList([...new Set(asked.map(({ pageNm }) => pageNm))])
  const form = useForm({
    schema: forms[decision],
    initial: { endDay: '', decisionTxt: '' },
    draftKey: `access-requests-${decision}-${asked.map(({ accessRequestId }) => accessRequestId).join('-')}`,
    messages: { ...t, access_end_past: formatMessage(endPast, { application }) },
    labels: { endDay: t.access_end, decisionTxt: t.access_decision_text },
    // The profiles of the users show what they are granted, and lists who has access and whose ends soon.
    invalidate: [
      listAccessRequests,
      getUserDetail,
      listUsers,
      listUserApplications,
      listPermissionSetsOfUser,
      listPermissionSetHolders,
    ],
    save: (values) =>
      decideRequests({
        uid,
        asked: waiting,
        body: {
          decisionCd: decision,
          decisionTxt: values.decisionTxt,
          endDt: decision === 'grant' && values.endDay !== '' ? endOfDay(values.endDay) : null,
        },
        onDecided: (decided) => {
          setWaiting(waiting.filter((one) => !decided.includes(one)))
          onDecided(decided.map(({ accessRequestId }) => accessRequestId))
        },
      }),
  })
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={titleOf(decision, waiting.length > 0 ? waiting : asked, t)}
      submitLabel={decision === 'grant' ? t.access_grant : t.access_decline}
      closeAfterMs={CLOSE_AFTER_MS.record}
    >
      {asked.length === 1 && first ? <Asked request={first} /> : <AskedTogether requests={waiting} />}
      {decision === 'grant' && (
        <DateField data-autofocus {...form.field('endDay')} min={today()} help={t.access_end_help} />
      )}
      <TextAreaField
        {...(decision === 'decline' && { 'data-autofocus': true })}
        {...form.field('decisionTxt')}
        help={t.access_decision_text_help}
      />
    </EditDialog>
  )
}

function titleOf(decision: DecisionCode, asked: readonly AccessRequest[], t: Texts<typeof accessRequestTexts>): string {
  const [first] = asked
  if (asked.length === 1 && first)
    return formatMessage(decision === 'grant' ? t.access_grant_title : t.access_decline_title, {
      name: fullName(first),
      application: first.pageNm,
    })
  return formatMessage(decision === 'grant' ? t.access_grant_many_title : t.access_decline_many_title, {
    count: asked.length,
  })
}

function Asked({ request }: { request: AccessRequest }) {
  const t = useTexts(accessRequestTexts)
  const { pageNm: application, systemNm: system, employerNm: employer } = request
  const words = { name: fullName(request), employer, application }
  if (system === null)
    return (
      <>
        <p>{formatMessage(t.access_decide_request_set, words)}</p>
        <ul>
          {request.givesList.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <blockquote>{request.reasonTxt}</blockquote>
      </>
    )
  return (
    <>
      <p>
        {application === system
          ? formatMessage(t.access_decide_request_system, words)
          : formatMessage(t.access_decide_request, { ...words, system })}
      </p>
      <blockquote>{request.reasonTxt}</blockquote>
    </>
  )
}

function AskedTogether({ requests }: { requests: readonly AccessRequest[] }) {
  const t = useTexts(accessRequestTexts)
  return (
    <ul>
      {requests.map((request) => (
        <li key={request.accessRequestId}>
          {formatMessage(t.access_decide_request_system, {
            name: fullName(request),
            employer: request.employerNm,
            application: request.pageNm,
          })}
        </li>
      ))}
    </ul>
  )
}
