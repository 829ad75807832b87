import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const signOnSettings = adminScreen({
  address: '/content-authenticated/database-maintenance/single-sign-on',
  page: 'Database Maintenance',
  menu: { group: 'signOn', position: 1 },
  title: 'admin_sign_on_settings',
  component: lazyRouteComponent(() => import('./SignOnSettingsPage.tsx'), 'SignOnSettingsPage'),
  load: async ({ uid }) => (await import('./sign-on-settings-queries.ts')).loadSignOnSystems(uid),
})
