import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const addUser = adminScreen({
  address: '/content-authenticated/administration/user-profile/add-user',
  page: 'User Administration',
  title: 'admin_add_user',
  component: lazyRouteComponent(() => import('./AddUserPage.tsx'), 'AddUserPage'),
  load: async ({ uid }) => (await import('./add-user-queries.ts')).loadAddUser(uid),
})
