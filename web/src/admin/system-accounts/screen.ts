import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const systemAccounts = adminScreen({
  address: '/content-authenticated/administration/user-profile/$userId/permissions/system-account-settings/$systemId',
  page: 'User Administration',
  title: 'admin_system_accounts',
  component: lazyRouteComponent(() => import('./SystemAccountsPage.tsx'), 'SystemAccountsPage'),
  load: async ({ uid, params }) =>
    (await import('./system-account-queries.ts')).loadSystemAccounts(uid, params.userId, params.systemId),
})
