import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const mailDelivery = adminScreen({
  address: '/content-authenticated/administration/mail-delivery',
  page: 'Mail Delivery',
  menu: { group: 'operation', position: 2 },
  title: 'admin_mail_delivery',
  component: lazyRouteComponent(() => import('./MailDeliveryPage.tsx'), 'MailDeliveryPage'),
  list: async () => (await import('./mail-delivery-queries.ts')).undeliveredMailPages,
})
