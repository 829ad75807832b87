import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { Alert } from '../../ui/Alert.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { OneUserDialog } from '../users/OneUserDialog.tsx'
import { type UserInsight, UserInsightDialog, isUserInsight } from '../users/UserInsightDialog.tsx'
import { useUserInsights } from '../users/use-user-insights.ts'
import { useActionAvailability } from '../users/use-action-availability.ts'
import { offeredActions } from '../users/user-action-offers.ts'
import { actionWords } from '../users/user-actions.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { DetailsTab } from './DetailsTab.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'
import { userProfileQuery } from './profile-queries.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'
import { userProfile } from './screen.ts'

const CustomersPanel = lazyPart(() =>
  import('../user-customers/CustomersPanel.tsx').then((module) => module.CustomersPanel),
)

/** An unknown name in the address opens the first tab (UADM-026, UADM-027). */
const profileTabs = [
  { id: 'userDetails', title: 'profile_details', Tab: DetailsTab },
  { id: 'permissions', title: 'profile_permissions', Tab: PermissionsTab },
  { id: 'customerAssignment', title: 'profile_customers', Tab: CustomersPanel },
] as const

/** One user: details, permissions, and what can be done to them (UADM-025, UADM-032). */
export function UserProfilePage() {
  const t = useTexts(userProfileTexts)
  const { uid } = useSignedIn()
  const userId = usePathId('userId')
  const { tabName }: { tabName?: string } = useParams({ strict: false })
  const router = useRouter()
  const { user } = useSuspenseQuery(userProfileQuery(uid, userId)).data.cpUser
  const readOnlyReason = useReadOnlyReason(userId)
  const open = profileTabs.find(({ id }) => id === tabName)?.id ?? 'userDetails'
  return (
    <AdminPage
      title={fullName(user)}
      subtitle={`${user.userNm} · ${user.employerNm}`}
      actions={<ProfileActions userId={userId} />}
    >
      {readOnlyReason !== undefined && (
        <Alert tone="info" live={false}>
          {readOnlyReason}
        </Alert>
      )}
      <TabbedPage
        label={t.profile_tabs}
        tabs={profileTabs.map(({ id, title, Tab }) => ({ id, title: t[title], panel: <Tab userId={userId} /> }))}
        inPath={{
          open,
          setOpen: (next) => void router.navigate({ href: userProfile.link({ userId, tabName: next }) }),
        }}
      />
    </AdminPage>
  )
}

/** The actions of the user list, for the user of the profile. */
function ProfileActions({ userId }: { userId: number }) {
  const t = useTexts(userProfileTexts)
  const list = useTexts(userListTexts)
  const { uid } = useSignedIn()
  const { user } = useSuspenseQuery(userProfileQuery(uid, userId)).data.cpUser
  const { emulation_action: signOnAs } = useTexts(emulationTexts)
  const insightsOf = useUserInsights()
  const { provider, reasonOf, signOnAsReasonOf } = useActionAvailability()
  const href = useLocation({ select: (location) => location.href })
  const [action, setAction] = useState<UserAction | UserInsight | null>(null)
  const signOnAsReason = signOnAsReasonOf(user)
  const close = () => {
    setAction(null)
    void invalidate(getUserDetail)
  }
  return (
    <>
      <MenuButton
        label={formatMessage(t.profile_actions, { name: fullName(user) })}
        groups={[
          {
            entries: [
              {
                label: signOnAs,
                icon: 'eye',
                onSelect: () => setAction('signOnAs'),
                ...(signOnAsReason !== undefined && { disabledReason: signOnAsReason }),
              },
            ],
          },
          {
            entries: insightsOf(user, setAction),
          },
          {
            entries: offeredActions(user).map((offered) => {
              const { label, icon, isDanger } = actionWords[offered]
              const disabledReason = reasonOf(offered, user)
              return {
                label: list[label],
                icon,
                onSelect: () => setAction(offered),
                ...(isDanger && { tone: 'danger' as const }),
                ...(disabledReason !== undefined && { disabledReason }),
              }
            }),
          },
        ]}
      />
      {action !== null &&
        (isUserInsight(action) ? (
          <UserInsightDialog kind={action} user={user} returnTo={href} onClose={close} />
        ) : (
          <OneUserDialog action={action} user={user} provider={provider} onClose={close} />
        ))}
    </>
  )
}
