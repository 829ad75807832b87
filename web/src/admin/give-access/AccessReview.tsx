import { useRouter } from '@tanstack/react-router'
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
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { runAction } from '../../patterns/run-action.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { accessChanges } from '../access-changes/screen.ts'
import { type EndedAccess, endOf } from './give-access-form.ts'
import { changedByAct, followAccessChange, messageOf } from './follow-access-change.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { LeftOutList, UserList } from './UserList.tsx'

interface AccessReviewProps {
  kind: AccessChangeKind
  body: RequestOf<typeof planAccessChange>['body']
  reason: string
  plan: AccessChangePlan
  ended?: EndedAccess | undefined
  onBack: () => void
  onDone: () => void
  onClose: () => void
}

/** What an act changes for whom, and whom it leaves out and why, before it starts. */
export function AccessReview({ kind, body, reason, plan, ended, onBack, onDone, onClose }: AccessReviewProps) {
  const t = useTexts(giveAccessTexts)
  const { uid } = useSignedIn()
  const router = useRouter()
  const describe = useChangeText(ended, body.setEndDt ?? null)
  const { changedCnt: changed, leftOutCnt: left, reviewedUsersTxt } = plan
  const isGiving = kind === 'give'
  const [isStarted, setIsStarted] = useState(false)
  const start = () =>
    runAction(async () => {
      const change = await call(startAccessChange, {
        params: { uid },
        body: { ...body, reasonTxt: reason, reviewedUsersTxt },
      })
      void followAccessChange(uid, change, () => void router.navigate({ href: accessChanges.link() }))
      setIsStarted(true)
      onDone()
      return messageOf(change)
    }, changedByAct)
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
      {body.plannedDt && <p>{formatMessage(t.give_access_planned_lead, { date: formatDay(dayOf(body.plannedDt)) })}</p>}
      <UserList
        label={t.give_access_changed_users}
        count={changed}
        users={plan.changed.map((user) => ({ ...user, text: describe(user) }))}
      />
      <LeftOutList count={left} {...plan} />
    </ConfirmModal>
  )
}

type ChangedUser = AccessChangePlan['changed'][number]

const dateOf = (end: Date) => formatDay(dayOfEnd(end.toISOString()))

/** Returns the words of what changes for a user: what it is about, and the rights before and after it. */
function useChangeText(ended: EndedAccess | undefined, setEndDt: Date | null): (user: ChangedUser) => string {
  const t = useTexts(giveAccessTexts)
  const words = useTexts(userProfileTexts)
  const pageName = usePortalPageName()
  const rightsText = ({ adminFlg, sensitiveDataAccessFlg, endDt }: NonNullable<PlannedChange['after']>) =>
    [
      words.permission_assigned,
      ...(adminFlg ? [words.permission_admin] : []),
      ...(sensitiveDataAccessFlg ? [words.permission_sensitive] : []),
      ...(endDt ? [formatMessage(words.permission_until, { date: dateOf(endDt) })] : []),
    ].join(', ')
  const textOf = (change: PlannedChange) => {
    const { systemNm, pageNm, before, after } = change
    const access = pageNm === null ? systemNm : `${systemNm} / ${pageName(pageNm)}`
    if (after === null) return formatMessage(t.give_access_ends, { access })
    const endedAt = endOf(ended, change)
    if (before === null && endedAt)
      return formatMessage(t.give_access_again, { access, date: dateOf(endedAt), after: rightsText(after) })
    if (before === null) return formatMessage(t.give_access_new, { access: `${access} (${rightsText(after)})` })
    return formatMessage(t.give_access_changes, { access, before: rightsText(before), after: rightsText(after) })
  }
  const longer = setEndDt ? t.give_access_set_longer : t.give_access_set_endless
  const setText = (name: string, isHeld: boolean) =>
    [
      formatMessage(isHeld ? longer : t.give_access_set, { name }),
      ...(setEndDt ? [formatMessage(words.permission_until, { date: dateOf(setEndDt) })] : []),
    ].join(', ')
  return ({ changes, setNms = [], longerSetNms = [] }) =>
    [...setNms.map((name) => setText(name, longerSetNms.includes(name))), ...changes.map(textOf)].join('; ')
}
