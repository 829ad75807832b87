import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const audit = adminScreen({
  address: '/content-authenticated/administration/audit',
  page: 'Audit Trail',
  menu: { group: 'operation', position: 3 },
  title: 'admin_audit',
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
  list: async () => (await import('./audit-queries.ts')).auditPages,
})
