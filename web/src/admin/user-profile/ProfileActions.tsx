import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { listUserChanges } from '@portico/contract/audit/audit.ts'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { erasureTexts } from '@portico/contract/users/erasure-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { userTexts } from '@portico/contract/users/user-texts.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { MenuButton, type MenuEntry } from '../../ui/MenuButton.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { OneUserDialog } from '../users/OneUserDialog.tsx'
import { type UserInsight, UserInsightDialog, isUserInsight } from '../users/UserInsightDialog.tsx'
import { useUserInsights } from '../users/use-user-insights.ts'
import { useActionAvailability } from '../users/use-action-availability.ts'
import { offeredActions } from '../users/user-action-offers.ts'
import { actionWords } from '../users/user-actions.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'
import { userOverviewQuery, userProfileQuery } from './profile-queries.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'
import { type ProminentAct, prominentActs } from './prominent-acts.ts'

type Act = UserAction | UserInsight

/** What can be done to the user of the profile: what helps in their state as buttons, the rest in a menu. */
export function ProfileActions({ userId }: { userId: number }) {
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const { user } = useSuspenseQuery(userProfileQuery(uid, userId)).data.cpUser
  const readOnlyReason = useReadOnlyReason(userId)
  const insightsOf = useUserInsights()
  const { provider } = useActionAvailability()
  const entryOf = useActEntries(userId)
  const exportEntry = useExportEntry(userId)
  const eraseEntry = useEraseEntry(userId)
  const href = useLocation({ select: (location) => location.href })
  const [act, setAct] = useState<Act | null>(null)
  const isPhone = usePhone()
  const sessionCnt = useQuery(userOverviewQuery(uid, userId)).data?.sessionCnt ?? 0
  // What can't be done is in the menu, with the reason. On a phone one stands beside the menu.
  const prominent = prominentActs(user, sessionCnt)
    .filter((one) => entryOf(one, setAct).disabledReason === undefined)
    .slice(0, isPhone ? 1 : undefined)
  const rest = (['signOnAs', ...offeredActions(user)] as const).filter((one) => !prominent.includes(one))
  const close = () => {
    setAct(null)
    for (const shown of [getUserDetail, getUserOverview, listUserChanges]) void invalidate(shown)
  }
  return (
    <>
      {prominent.map((one) => {
        const { label, icon, onSelect } = entryOf(one, setAct)
        return (
          <Button key={one} {...(icon && { icon })} onClick={onSelect}>
            {label}
          </Button>
        )
      })}
      <MenuButton
        label={formatMessage(t.profile_actions, { name: fullName(user) })}
        groups={[
          { entries: rest.filter((one) => one === 'signOnAs').map((one) => entryOf(one, setAct)) },
          { entries: insightsOf(user, setAct, readOnlyReason) },
          { entries: [exportEntry(() => setAct('exportData'))] },
          { entries: rest.filter((one) => one !== 'signOnAs').map((one) => entryOf(one, setAct)) },
          { entries: user.userStatus === 3 ? [eraseEntry(() => setAct('erase'))] : [] },
        ].filter(({ entries }) => entries.length > 0)}
      />
      {act !== null &&
        (isUserInsight(act) ? (
          <UserInsightDialog kind={act} user={user} returnTo={href} onClose={close} />
        ) : (
          <OneUserDialog action={act} user={user} provider={provider} onClose={close} />
        ))}
    </>
  )
}

/** Returns how an act on the user is named and opened, and why it can't be done, by the rules of the server. */
function useActEntries(userId: number) {
  const list = useTexts(userListTexts)
  const { user_stronger: stronger } = useTexts(userTexts)
  const { emulation_action: signOnAs } = useTexts(emulationTexts)
  const { uid } = useSignedIn()
  const { cpUser, readOnlyReasonCd } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const { reasonOf, signOnAsReasonOf } = useActionAvailability()
  const user: ListedUser = cpUser.user
  const reason = (act: ProminentAct) => (act === 'signOnAs' ? signOnAsReasonOf(user) : reasonOf(act, user))
  return (act: ProminentAct, open: (act: ProminentAct) => void): MenuEntry => {
    const disabledReason = reason(act) ?? (readOnlyReasonCd === 'stronger' ? stronger : undefined)
    const words = act === 'signOnAs' ? null : actionWords[act]
    return {
      label: words === null ? signOnAs : list[words.label],
      icon: words?.icon ?? 'eye',
      onSelect: () => open(act),
      ...(words?.isDanger && { tone: 'danger' as const }),
      ...(disabledReason !== undefined && { disabledReason }),
    }
  }
}

/** Returns the entry that exports everything about the user; unlike other acts it is there for deleted users, too. */
function useExportEntry(userId: number) {
  const t = useTexts(userProfileTexts)
  const { user_stronger: stronger, user_not_yourself: notYourself } = useTexts(userTexts)
  const { uid } = useSignedIn()
  const { readOnlyReasonCd } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const disabledReason = userId === uid ? notYourself : readOnlyReasonCd === 'stronger' ? stronger : undefined
  return (onSelect: () => void): MenuEntry => ({
    label: t.profile_export_data,
    icon: 'download',
    onSelect,
    ...(disabledReason !== undefined && { disabledReason }),
  })
}

/** Returns the entry that has a deleted user erased; disabled for those who are no portal administrators. */
function useEraseEntry(userId: number) {
  const t = useTexts(erasureTexts)
  const { user_stronger: stronger } = useTexts(userTexts)
  const { uid } = useSignedIn()
  const { portalAdminFlg: mayErase } = useSuspenseQuery(userListOptionsQuery(uid)).data
  const { readOnlyReasonCd } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  const disabledReason = mayErase
    ? readOnlyReasonCd === 'stronger'
      ? stronger
      : undefined
    : t.erasure_portal_admin_only
  return (onSelect: () => void): MenuEntry => ({
    label: t.erasure_action,
    icon: 'trash',
    tone: 'danger',
    onSelect,
    ...(disabledReason !== undefined && { disabledReason }),
  })
}
