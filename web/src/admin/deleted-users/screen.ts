import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const deletedUsers = adminScreen({
  address: '/content-authenticated/administration/deleted-users',
  page: 'User Administration',
  menu: { group: 'people', position: 3 },
  title: 'admin_deleted_users',
  component: lazyRouteComponent(() => import('./DeletedUsersPage.tsx'), 'DeletedUsersPage'),
  list: async () => (await import('./deleted-user-queries.ts')).deletedUserPages,
})
