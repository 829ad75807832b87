import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

/** tabName: one of `applicationTabs`; any other one shows the details. */
export const applicationPage = adminScreen({
  address: '/content-authenticated/administration/applications/$pageId/$tabName',
  page: 'Application Settings',
  title: 'admin_application',
  component: lazyRouteComponent(() => import('./ApplicationPage.tsx'), 'ApplicationPage'),
  load: async ({ uid, params }) =>
    (await import('../application-search/application-queries.ts')).loadApplication(uid, params.pageId),
})
