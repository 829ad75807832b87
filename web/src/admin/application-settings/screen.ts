import { lazyRouteComponent } from '@tanstack/react-router'
import { adminScreen } from '../../shell/admin-entry.ts'

export const addApplication = adminScreen({
  address: '/content-authenticated/administration/application-settings',
  page: 'Application Settings',
  title: 'admin_add_application',
  component: lazyRouteComponent(() => import('./AddApplicationPage.tsx'), 'AddApplicationPage'),
  load: async ({ uid }) => (await import('../application-search/application-queries.ts')).loadPlaces(uid),
})

/** A record that is missing or unknown leads to the form of a new application (CATA-010). */
const instead = () => addApplication.link()

export const editApplication = adminScreen({
  address: '/content-authenticated/administration/application-settings/$pageId',
  page: 'Application Settings',
  title: 'admin_edit_application',
  component: lazyRouteComponent(() => import('./EditApplicationPage.tsx'), 'EditApplicationPage'),
  load: async ({ uid, params }) =>
    (await import('../application-search/application-queries.ts')).loadApplication(uid, params.pageId),
  instead,
})

export const editSection = adminScreen({
  address: '/content-authenticated/administration/application-settings/section/$sectionId',
  page: 'Application Settings',
  title: 'admin_edit_section',
  component: lazyRouteComponent(() => import('./EditSectionPage.tsx'), 'EditSectionPage'),
  load: async ({ uid, params }) =>
    (await import('../application-search/application-queries.ts')).loadSection(uid, params.sectionId),
  instead,
})

export const editSystem = adminScreen({
  address: '/content-authenticated/administration/application-settings/system/$systemId',
  page: 'Application Settings',
  title: 'admin_edit_system',
  component: lazyRouteComponent(() => import('./EditSystemPage.tsx'), 'EditSystemPage'),
  load: async ({ uid, params }) =>
    (await import('../application-search/application-queries.ts')).loadSystem(uid, params.systemId),
  instead,
})
