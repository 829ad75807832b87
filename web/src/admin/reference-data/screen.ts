import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const staticSettings = adminScreen({
  address: '/content-authenticated/database-maintenance/static-settings',
  page: 'Database Maintenance',
  menu: { group: 'settings', position: 2 },
  title: 'admin_static_settings',
  finder: () => import('./find-settings.ts'),
  component: lazyRouteComponent(() => import('./StaticSettingsPage.tsx'), 'StaticSettingsPage'),
  load: async (entry) => (await import('./reference-categories.ts')).loadCategory(entry),
})
