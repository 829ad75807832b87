import { lazyRouteComponent } from '@tanstack/react-router'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { adminScreen } from '../../shell/admin-entry.ts'

/** For everyone who may open a screen of the administration. */
export const overview = adminScreen({
  address: '/content-authenticated/administration/overview',
  page: 'User Administration',
  otherPages: adminPages,
  menu: { group: 'top', position: 1 },
  title: 'admin_overview',
  load: async ({ uid }) => (await import('./overview-query.ts')).loadOverview(uid),
  component: lazyRouteComponent(() => import('./OverviewPage.tsx'), 'OverviewPage'),
})
