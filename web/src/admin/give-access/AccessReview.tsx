import { useState } from 'react'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import {
  type AccessChangePlan,
  type PlannedChange,
  type planAccessChange,
  startAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatDay } from '../../ui/format.ts'
import { followAccessChange, messageOf } from './follow-access-change.ts'
import { dayOfEnd } from './permissions-form.ts'

interface AccessReviewProps {
  kind: AccessChangeKind
  body: RequestOf<typeof planAccessChange>['body']
  reason: string
  plan: AccessChangePlan
  onBack: () => void
  onDone: () => void
  onClose: () => void
}

/** Users that are listed; the others are counted. */
const LISTED_MAX = 20

/** What an act changes for whom, and whom it leaves out and why, before it starts. */
export function AccessReview({ kind, body, reason, plan, onBack, onDone, onClose }: AccessReviewProps) {
  const t = useTexts(giveAccessTexts)
  const { uid } = useSignedIn()
  const describe = useChangeText()
  const { changedCnt: changed, leftOutCnt: left, userCnt } = plan
  const isGiving = kind === 'give'
  const [isStarted, setIsStarted] = useState(false)
  const start = () =>
    runAction(async () => {
      const change = await call(startAccessChange, {
        params: { uid },
        body: { ...body, reasonTxt: reason, userCnt },
      })
      void followAccessChange(uid, change)
      setIsStarted(true)
      onDone()
      return messageOf(change)
    }, [getUserDetail])
  return (
    <ConfirmModal
      opened
      size="l"
      danger={!isGiving}
      title={t.give_access_review_title}
      cancelLabel={t.give_access_back}
      confirmLabel={formatMessage(isGiving ? t.give_access_confirm : t.give_access_end_confirm, { count: changed })}
      {...(changed === 0 && { disabledReason: t.give_access_nobody_changes })}
      onConfirm={start}
      onClose={isStarted ? onClose : onBack}
    >
      <p role="status">{formatMessage(t.give_access_counts, { changed, left })}</p>
      <UserList
        label={t.give_access_changed_users}
        count={changed}
        users={plan.changed.map((user) => ({ ...user, text: user.changes.map(describe).join('; ') }))}
      />
      <ul>
        {plan.reasons.map(({ message, userCnt: count }) => (
          <li key={message}>{formatMessage(t.give_access_reason_count, { reason: message, count })}</li>
        ))}
      </ul>
      <UserList
        label={t.give_access_left_out_users}
        count={left}
        users={plan.leftOut.map((user) => ({ ...user, text: user.message }))}
      />
    </ConfirmModal>
  )
}

interface UserListProps {
  label: string
  count: number
  users: readonly { userId: number; firstNm: string; lastNm: string; text: string }[]
}

/** Users by name, each with a text; none where there are none. */
function UserList({ label, count, users }: UserListProps) {
  const t = useTexts(giveAccessTexts)
  if (count === 0) return null
  const listed = users.slice(0, LISTED_MAX)
  return (
    <section>
      <h3>{label}</h3>
      <ul aria-label={label}>
        {listed.map((user) => (
          <li key={user.userId}>
            <strong>{fullName(user)}</strong> {user.text}
          </li>
        ))}
        {count > listed.length && <li>{formatMessage(t.give_access_more, { count: count - listed.length })}</li>}
      </ul>
    </section>
  )
}

/** Returns the words of a change: what it is about, and the rights before and after it. */
function useChangeText(): (change: PlannedChange) => string {
  const t = useTexts(giveAccessTexts)
  const words = useTexts(userProfileTexts)
  const pageName = usePortalPageName()
  const rightsText = ({ adminFlg, sensitiveDataAccessFlg, endDt }: NonNullable<PlannedChange['after']>) =>
    [
      words.permission_assigned,
      ...(adminFlg ? [words.permission_admin] : []),
      ...(sensitiveDataAccessFlg ? [words.permission_sensitive] : []),
      ...(endDt ? [formatMessage(words.permission_until, { date: formatDay(dayOfEnd(endDt.toISOString())) })] : []),
    ].join(', ')
  return ({ systemNm, pageNm, before, after }) => {
    const access = pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`
    if (after === null) return formatMessage(t.give_access_ends, { access })
    if (before === null) return formatMessage(t.give_access_new, { access: `${access} (${rightsText(after)})` })
    return formatMessage(t.give_access_changes, { access, before: rightsText(before), after: rightsText(after) })
  }
}
