import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const permissionSets = adminScreen({
  address: '/content-authenticated/administration/permission-sets',
  page: 'User Administration',
  menu: { group: 'people', position: 6 },
  title: 'admin_permission_sets',
  component: lazyRouteComponent(() => import('./PermissionSetsPage.tsx'), 'PermissionSetsPage'),
  list: async () => (await import('./permission-set-queries.ts')).permissionSetPages,
})

/** tabName: contents, users or history; any other one shows the contents. */
export const permissionSetPage = adminScreen({
  address: '/content-authenticated/administration/permission-sets/$setId/$tabName',
  page: 'User Administration',
  title: 'admin_permission_set',
  component: lazyRouteComponent(() => import('./PermissionSetPage.tsx'), 'PermissionSetPage'),
  load: async ({ uid, params }) => (await import('./permission-set-queries.ts')).loadPermissionSet(uid, params.setId),
})
