import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const identityProviders = adminScreen({
  address: '/content-authenticated/database-maintenance/identity-providers',
  page: 'Database Maintenance',
  menu: { group: 'signOn', position: 3 },
  title: 'admin_identity_providers',
  component: lazyRouteComponent(() => import('./IdentityProvidersPage.tsx'), 'IdentityProvidersPage'),
  load: async ({ uid }) => (await import('./identity-provider-queries.ts')).loadProviders(uid),
})
