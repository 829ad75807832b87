import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const clientSettings = adminScreen({
  address: '/content-authenticated/administration/client-settings',
  page: 'Client Settings',
  menu: { group: 'settings', position: 1 },
  finder: () => import('./find-clients.ts'),
  title: 'admin_client_settings',
  component: lazyRouteComponent(() => import('./BrandedClientsPage.tsx'), 'BrandedClientsPage'),
  list: async () => (await import('./branding-queries.ts')).brandedClientPages,
})

export const settingsOfClient = adminScreen({
  address: '/content-authenticated/administration/client-settings/$clientId',
  page: 'Client Settings',
  title: 'admin_one_client_settings',
  component: lazyRouteComponent(() => import('./ClientSettingsPage.tsx'), 'ClientSettingsPage'),
  load: async (entry) => (await import('./branding-queries.ts')).loadClientSettings(entry),
})

export const defaultBranding = adminScreen({
  address: '/content-authenticated/database-maintenance/default-branding',
  page: 'Database Maintenance',
  menu: { group: 'settings', position: 3 },
  title: 'admin_default_branding',
  component: lazyRouteComponent(() => import('./DefaultBrandingPage.tsx'), 'DefaultBrandingPage'),
  load: async ({ uid }) => (await import('./branding-queries.ts')).loadDefaultBranding(uid),
})
