/** Addresses of all pages; links are built from here only. */
export const paths = {
  start: () => '/' as const,
  login: () => '/login' as const,
  federatedSignIn: () => '/login/federated' as const,
  /** Signs out of applications, then of the portal. */
  logout: () => '/logout' as const,
  redirectBlocked: () => '/redirect-blocked' as const,
  signOnRefused: () => '/sign-on-refused' as const,
  /** Where an application waits to learn who the user is. */
  openIdSignOn: (interactionId = '$interactionId') =>
    `/content-authenticated/sign-on-openid/${interactionId}` as '/content-authenticated/sign-on-openid/$interactionId',
  federatedSignOut: () => '/federated-sso-logout' as const,
  forgotPassword: () => '/forgot-password' as const,
  choosePassword: () => '/choose-password' as const,
  license: () => '/licence' as const,
  gate: () => '/gate' as const,
  secondFactor: () => '/second-factor' as const,
  enrollSecondFactor: () => '/second-factor/enrol' as const,
  home: () => '/content-authenticated/home' as const,
  userAdministration: () => '/content-authenticated/administration' as const,
  systemAccounts: (userId: number | '$userId' = '$userId', systemId: number | '$systemId' = '$systemId') =>
    `/content-authenticated/administration/user-profile/${userId}/permissions/system-account-settings/${systemId}` as const,
  addUser: () => '/content-authenticated/administration/user-profile/add-user' as const,
  importUsers: () => '/content-authenticated/administration/import-users' as const,
  /** tabName: userDetails, permissions or customerAssignment; any other one shows the details (UADM-026, UADM-027). */
  userProfile: (userId: number | '$userId' = '$userId', tabName = '$tabName') =>
    `/content-authenticated/administration/user-profile/${userId}/${tabName}` as const,
  applicationSearch: () => '/content-authenticated/administration/application-search' as const,
  addApplication: () => '/content-authenticated/administration/application-settings' as const,
  editApplication: (pageId: number | '$pageId' = '$pageId') =>
    `/content-authenticated/administration/application-settings/${pageId}` as const,
  editSection: (sectionId: number | '$sectionId' = '$sectionId') =>
    `/content-authenticated/administration/application-settings/section/${sectionId}` as const,
  editSystem: (systemId: number | '$systemId' = '$systemId') =>
    `/content-authenticated/administration/application-settings/system/${systemId}` as const,
  /** `tile` in the search chooses one. */
  tileUsers: () => '/content-authenticated/administration/tile-users' as const,
  deletedUsers: () => '/content-authenticated/administration/deleted-users' as const,
  accessRequests: () => '/content-authenticated/administration/access-requests' as const,
  enhancementRequests: () => '/content-authenticated/administration/enhancement-requests' as const,
  accessReviews: () => '/content-authenticated/administration/access-reviews' as const,
  accessReview: (reviewId: number | '$reviewId' = '$reviewId') =>
    `/content-authenticated/administration/access-reviews/${reviewId}` as const,
  announcements: () => '/content-authenticated/administration/announcements' as const,
  userListReport: () => '/content-authenticated/administration/reports/user-list' as const,
  pciUserReport: () => '/content-authenticated/administration/reports/pci-user' as const,
  userAccessReport: () => '/content-authenticated/administration/reports/user-access' as const,
  reportQueue: () => '/content-authenticated/administration/report-queue' as const,
  /** In a window of its own, which then shows the report (RPTS-026). */
  reportViewer: (reportId: number | '$reportId' = '$reportId') =>
    `/content-authenticated/administration/report-viewer/${reportId}` as const,
  mailDelivery: () => '/content-authenticated/administration/mail-delivery' as const,
  audit: () => '/content-authenticated/administration/audit' as const,
  clientSettings: () => '/content-authenticated/administration/client-settings' as const,
  settingsOfClient: (clientId: number | '$clientId' = '$clientId') =>
    `/content-authenticated/administration/client-settings/${clientId}` as const,
  imageManagement: () => '/content-authenticated/database-maintenance/image-management' as const,
  fileManagement: () => '/content-authenticated/database-maintenance/file-management' as const,
  /** Opens a published file; for links from announcements and other sites. */
  openFile: (fileNm = '$fileNm') => `/content-authenticated/files/${fileNm}` as '/content-authenticated/files/$fileNm',
  resourceTexts: () => '/content-authenticated/database-maintenance/resource-texts' as const,
  defaultBranding: () => '/content-authenticated/database-maintenance/default-branding' as const,
  staticSettings: () => '/content-authenticated/database-maintenance/static-settings' as const,
  ssoMappings: () => '/content-authenticated/database-maintenance/sso-mappings' as const,
  jobSchedule: () => '/content-authenticated/database-maintenance/job-schedule' as const,
  identityProviders: () => '/content-authenticated/database-maintenance/identity-providers' as const,
  signOnSettings: () => '/content-authenticated/database-maintenance/single-sign-on' as const,
  myLinks: () => '/content-authenticated/my-links' as const,
  manageMyLinks: () => '/content-authenticated/manage-my-links' as const,
  /** Opens an application; for links from outside. */
  openApplication: (pageId: number | '$pageId' = '$pageId') => `/content-authenticated/open/${pageId}` as const,
  /** Continues the sign-on that an application has asked for. */
  signOn: () => '/content-authenticated/sign-on' as const,
  accountSetup: () => '/content-authenticated/account-setup' as const,
  askForApplication: () => '/content-authenticated/ask-for-application' as const,
  contactUs: () => '/content-authenticated/contact-us' as const,
  accountSettings: () => '/content-authenticated/account-settings' as const,
  documentLibrary: () => '/content-authenticated/document-library' as const,
  /** In development only. */
  kit: () => '/kit' as const,
}

/** Prefix of all pages that need a session. */
const SIGNED_IN_PREFIX = '/content-authenticated/'

/** An address to return to after sign-in: a page of the portal that needs a session, else null. */
export function returnPath(address: unknown): string | null {
  if (typeof address !== 'string' || !address.startsWith(SIGNED_IN_PREFIX)) return null
  const { origin, pathname, search, hash } = new URL(address, location.origin)
  // Resolving removes segments such as `..`, so check the prefix again.
  return origin === location.origin && pathname.startsWith(SIGNED_IN_PREFIX) ? pathname + search + hash : null
}
