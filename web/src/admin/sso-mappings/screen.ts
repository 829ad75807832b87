import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const ssoMappings = adminScreen({
  address: '/content-authenticated/database-maintenance/sso-mappings',
  page: 'Database Maintenance',
  menu: { group: 'signOn', position: 2 },
  title: 'admin_sso_mappings',
  component: lazyRouteComponent(() => import('./SsoMappingsPage.tsx'), 'SsoMappingsPage'),
  load: async () => (await import('./sso-mapping-queries.ts')).loadMappings(),
})
