import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const webhooks = adminScreen({
  address: '/content-authenticated/administration/webhooks',
  page: 'Audit Trail',
  menu: { group: 'operation', position: 4 },
  title: 'admin_webhooks',
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  list: async () => (await import('./webhook-queries.ts')).webhookPages,
})

export const webhook = adminScreen({
  address: '/content-authenticated/administration/webhooks/$webhookId',
  page: 'Audit Trail',
  title: 'admin_webhook',
  component: lazyRouteComponent(() => import('./DeliveriesPage.tsx'), 'DeliveriesPage'),
  load: async (entry) => (await import('./webhook-queries.ts')).loadDeliveries(entry),
})
