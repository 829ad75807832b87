import { type AnyRoute, createRoute, lazyRouteComponent, notFound, type RouteComponent } from '@tanstack/react-router'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { queryClient } from './api/query.ts'
import { currentSession } from './api/session.ts'
import { texts } from './api/texts.ts'
import { paths } from './paths.ts'
import { peopleScreens } from './people-screens.ts'
import { makeReportViewerRoute, reportScreens } from './report-screens.ts'
import { NotFoundInFrame } from './shell/NotFoundPage.tsx'
import type { AdminGroup } from './shell/admin-screens.ts'

/** Arguments of a screen's loader. */
export interface AdminEntry {
  uid: number
  params: Readonly<Record<string, string>>
  /** The raw search params: `auditSearch.read(search)`. */
  search: object
  cause: 'enter' | 'stay' | 'preload'
}

export interface AdminScreen {
  path: string
  /** Users with this page of the portal's own system may open the screen; the server enforces it. */
  page: AdminPage
  /** Place in the navigation; absent for screens that are reached from another screen only. */
  group?: AdminGroup
  title: keyof typeof adminMenuTexts
  component: RouteComponent
  /** Loads the data that the screen needs to render. */
  load?: (entry: AdminEntry) => Promise<unknown>
}

/** Every administration screen: one row, here or among those about users or reports, and one folder in admin/. */
const screens: readonly AdminScreen[] = [
  ...peopleScreens,
  {
    path: paths.applicationSearch(),
    page: 'Application Settings',
    group: 'content',
    title: 'admin_applications',
    component: lazyRouteComponent(
      () => import('./admin/application-search/ApplicationSearchPage.tsx'),
      'ApplicationSearchPage',
    ),
    load: async (entry) => (await import('./admin/application-search/application-queries.ts')).loadApplications(entry),
  },
  {
    path: paths.addApplication(),
    page: 'Application Settings',
    title: 'admin_add_application',
    component: lazyRouteComponent(
      () => import('./admin/application-settings/AddApplicationPage.tsx'),
      'AddApplicationPage',
    ),
    load: async ({ uid }) => (await import('./admin/application-search/application-queries.ts')).loadPlaces(uid),
  },
  {
    path: paths.editApplication(),
    page: 'Application Settings',
    title: 'admin_edit_application',
    component: lazyRouteComponent(
      () => import('./admin/application-settings/EditApplicationPage.tsx'),
      'EditApplicationPage',
    ),
    load: async ({ uid, params }) =>
      (await import('./admin/application-search/application-queries.ts')).loadApplication(uid, params['pageId']),
  },
  {
    path: paths.editSection(),
    page: 'Application Settings',
    title: 'admin_edit_section',
    component: lazyRouteComponent(() => import('./admin/application-settings/EditSectionPage.tsx'), 'EditSectionPage'),
    load: async ({ uid, params }) =>
      (await import('./admin/application-search/application-queries.ts')).loadSection(uid, params['sectionId']),
  },
  {
    path: paths.editSystem(),
    page: 'Application Settings',
    title: 'admin_edit_system',
    component: lazyRouteComponent(() => import('./admin/application-settings/EditSystemPage.tsx'), 'EditSystemPage'),
    load: async ({ uid, params }) =>
      (await import('./admin/application-search/application-queries.ts')).loadSystem(uid, params['systemId']),
  },
  {
    path: paths.announcements(),
    page: 'System Announcements',
    group: 'content',
    title: 'admin_announcements',
    component: lazyRouteComponent(() => import('./admin/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
    load: async (entry) => (await import('./admin/announcements/announcement-queries.ts')).loadAnnouncements(entry),
  },
  {
    path: paths.clientSettings(),
    page: 'Client Settings',
    group: 'settings',
    title: 'admin_client_settings',
    component: lazyRouteComponent(() => import('./admin/branding/BrandedClientsPage.tsx'), 'BrandedClientsPage'),
    load: async (entry) => (await import('./admin/branding/branding-queries.ts')).loadBrandedClients(entry),
  },
  {
    path: paths.settingsOfClient(),
    page: 'Client Settings',
    title: 'admin_one_client_settings',
    component: lazyRouteComponent(() => import('./admin/branding/ClientSettingsPage.tsx'), 'ClientSettingsPage'),
    load: async (entry) => (await import('./admin/branding/branding-queries.ts')).loadClientSettings(entry),
  },
  {
    path: paths.imageManagement(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_image_management',
    component: lazyRouteComponent(() => import('./admin/tile-images/TileImagesPage.tsx'), 'TileImagesPage'),
    load: async (entry) => (await import('./admin/tile-images/tile-image-queries.ts')).loadTileImages(entry),
  },
  {
    path: paths.fileManagement(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_file_management',
    component: lazyRouteComponent(() => import('./admin/files/FilesPage.tsx'), 'FilesPage'),
    load: async (entry) => (await import('./admin/files/file-queries.ts')).loadFiles(entry),
  },
  {
    path: paths.resourceTexts(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_resource_texts',
    component: lazyRouteComponent(() => import('./admin/resource-texts/ResourceTextsPage.tsx'), 'ResourceTextsPage'),
    load: async (entry) => (await import('./admin/resource-texts/resource-text-queries.ts')).loadResourceTexts(entry),
  },
  {
    path: paths.defaultBranding(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_default_branding',
    component: lazyRouteComponent(() => import('./admin/branding/DefaultBrandingPage.tsx'), 'DefaultBrandingPage'),
    load: async ({ uid }) => (await import('./admin/branding/branding-queries.ts')).loadDefaultBranding(uid),
  },
  {
    path: paths.staticSettings(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_static_settings',
    component: lazyRouteComponent(() => import('./admin/reference-data/StaticSettingsPage.tsx'), 'StaticSettingsPage'),
    load: async (entry) => (await import('./admin/reference-data/reference-categories.ts')).loadCategory(entry),
  },
  {
    path: paths.systemAccounts(),
    page: 'User Administration',
    title: 'admin_system_accounts',
    component: lazyRouteComponent(() => import('./admin/system-accounts/SystemAccountsPage.tsx'), 'SystemAccountsPage'),
    load: async ({ uid, params }) =>
      (await import('./admin/system-accounts/system-account-queries.ts')).loadSystemAccounts(
        uid,
        Number(params['userId']),
        Number(params['systemId']),
      ),
  },
  {
    path: paths.identityProviders(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_identity_providers',
    component: lazyRouteComponent(
      () => import('./admin/identity-providers/IdentityProvidersPage.tsx'),
      'IdentityProvidersPage',
    ),
    load: async ({ uid }) =>
      (await import('./admin/identity-providers/identity-provider-queries.ts')).loadProviders(uid),
  },
  {
    path: paths.ssoMappings(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_sso_mappings',
    component: lazyRouteComponent(() => import('./admin/sso-mappings/SsoMappingsPage.tsx'), 'SsoMappingsPage'),
    load: async () => (await import('./admin/sso-mappings/sso-mapping-queries.ts')).loadMappings(),
  },
  {
    path: paths.jobSchedule(),
    page: 'Database Maintenance',
    group: 'database',
    title: 'admin_job_schedule',
    component: lazyRouteComponent(() => import('./admin/jobs/JobSchedulePage.tsx'), 'JobSchedulePage'),
    load: async (entry) => (await import('./admin/jobs/job-queries.ts')).loadJobs(entry),
  },
  {
    path: paths.signOnSettings(),
    page: 'Database Maintenance',
    group: 'operation',
    title: 'admin_sign_on_settings',
    component: lazyRouteComponent(
      () => import('./admin/sign-on-settings/SignOnSettingsPage.tsx'),
      'SignOnSettingsPage',
    ),
    load: async ({ uid }) =>
      (await import('./admin/sign-on-settings/sign-on-settings-queries.ts')).loadSignOnSystems(uid),
  },
  ...reportScreens,
  {
    path: paths.audit(),
    page: 'Audit Trail',
    group: 'operation',
    title: 'admin_audit',
    component: lazyRouteComponent(() => import('./admin/audit/AuditPage.tsx'), 'AuditPage'),
    load: async ({ uid, search, cause }) =>
      (await import('./admin/audit/audit-queries.ts')).loadAudit(uid, search, cause),
  },
  {
    path: paths.mailDelivery(),
    page: 'Mail Delivery',
    group: 'operation',
    title: 'admin_mail_delivery',
    component: lazyRouteComponent(() => import('./admin/mail-delivery/MailDeliveryPage.tsx'), 'MailDeliveryPage'),
    load: async (entry) => (await import('./admin/mail-delivery/mail-delivery-queries.ts')).loadUndeliveredMails(entry),
  },
]

/** The administration routes, children of the route of all pages for signed-in users. */
export function makeAdminRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  const frame = createRoute({
    getParentRoute,
    id: 'administration',
    component: lazyRouteComponent(() => import('./shell/AdminFrame.tsx'), 'AdminFrame'),
  })
  const routes = screens.map(({ path, page, group, title, component, load }) =>
    createRoute({
      getParentRoute: () => frame,
      path: path.replace('/content-authenticated/', ''),
      loaderDeps: ({ search }: { search: object }) => search,
      loader: async ({ params, deps: search, cause }) => {
        const uid = await requirePage(page)
        await load?.({ uid, params: params as AdminEntry['params'], search, cause })
      },
      component,
      // In the place of the screen, so that the frame stays.
      notFoundComponent: NotFoundInFrame,
      staticData: { title: () => texts(adminMenuTexts)[title], admin: { page, group } },
    }),
  )
  return [frame.addChildren(routes), makeReportViewerRoute(getParentRoute)] as const
}

/** Users without the page see the not-found page; its calls would answer '403'. */
async function requirePage(page: AdminPage): Promise<number> {
  const { adminMenuQuery } = await import('./shell/frame-queries.ts')
  const uid = currentSession()?.uid
  if (uid === undefined) throw notFound()
  const pages = await queryClient.ensureQueryData(adminMenuQuery(uid))
  if (!pages.some(({ pageNm }) => pageNm === page)) throw notFound()
  return uid
}
