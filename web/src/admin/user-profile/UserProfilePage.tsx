import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { accessHistoryTexts } from '@portico/contract/users/access-history-texts.ts'
import { userOverviewTexts } from '@portico/contract/users/user-overview-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { TabbedPage } from '../../patterns/TabbedPage.tsx'
import { usePathId } from '../../patterns/path-ids.ts'
import { Alert } from '../../ui/Alert.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'
import { DetailsTab } from './DetailsTab.tsx'
import { ProfileActions } from './ProfileActions.tsx'
import { userProfileQuery } from './profile-queries.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'
import { userProfile } from './screen.ts'

const texts = { ...userProfileTexts, ...userOverviewTexts, ...accessHistoryTexts }

const OverviewTab = lazyPart(async () => (await import('./OverviewTab.tsx')).OverviewTab)
const PermissionsTab = lazyPart(async () => (await import('./PermissionsTab.tsx')).PermissionsTab)
const AccessHistoryTab = lazyPart(async () => (await import('./AccessHistoryTab.tsx')).AccessHistoryTab)
const CustomersPanel = lazyPart(() =>
  import('../user-customers/CustomersPanel.tsx').then((module) => module.CustomersPanel),
)

/** An unknown name in the address opens the details (UADM-026, UADM-027). */
const profileTabs = [
  { id: 'overview', title: 'user_overview_tab', Tab: OverviewTab },
  { id: 'userDetails', title: 'profile_details', Tab: DetailsTab },
  { id: 'permissions', title: 'profile_permissions', Tab: PermissionsTab },
  { id: 'customerAssignment', title: 'profile_customers', Tab: CustomersPanel },
  { id: 'accessHistory', title: 'access_history_tab', Tab: AccessHistoryTab },
] as const

/** One user: how they are doing, details, permissions, and what can be done to them (UADM-025, UADM-032). */
export function UserProfilePage() {
  const t = useTexts(texts)
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
