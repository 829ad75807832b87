import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

/**
 * tabName: userDetails, permissions or customerAssignment (UADM-026), overview or accessHistory; any other one
 * shows the details (UADM-027).
 */
export const userProfile = adminScreen({
  address: '/content-authenticated/administration/user-profile/$userId/$tabName',
  page: 'User Administration',
  title: 'admin_user_profile',
  component: lazyRouteComponent(() => import('./UserProfilePage.tsx'), 'UserProfilePage'),
  load: async (entry) => (await import('./profile-queries.ts')).loadProfile(entry),
})
