/** Addresses of all pages; links are built from here only. */
export const paths = {
  start: () => '/' as const,
  login: () => '/login' as const,
  federatedArrival: () => '/login/federated' as const,
  federatedSignOut: () => '/federated-sso-logout' as const,
  forgotPassword: () => '/forgot-password' as const,
  choosePassword: () => '/choose-password' as const,
  licence: () => '/licence' as const,
  gate: () => '/gate' as const,
  secondFactor: () => '/second-factor' as const,
  enrolSecondFactor: () => '/second-factor/enrol' as const,
  home: () => '/content-authenticated/home' as const,
  userAdministration: () => '/content-authenticated/administration' as const,
  systemAccounts: (userId: number | '$userId' = '$userId', systemId: number | '$systemId' = '$systemId') =>
    `/content-authenticated/administration/user-profile/${userId}/permissions/system-account-settings/${systemId}` as const,
  addUser: () => '/content-authenticated/administration/user-profile/add-user' as const,
  /** tabName: userDetails, permissions or customerAssignment; any other one shows the details (UADM-026, UADM-027). */
  userProfile: (userId: number | '$userId' = '$userId', tabName = '$tabName') =>
    `/content-authenticated/administration/user-profile/${userId}/${tabName}` as const,
  mailDelivery: () => '/content-authenticated/administration/mail-delivery' as const,
  audit: () => '/content-authenticated/administration/audit' as const,
  staticSettings: () => '/content-authenticated/database-maintenance/static-settings' as const,
  identityProviders: () => '/content-authenticated/database-maintenance/identity-providers' as const,
  myLinks: () => '/content-authenticated/my-links' as const,
  manageMyLinks: () => '/content-authenticated/manage-my-links' as const,
  accountSetup: () => '/content-authenticated/account-setup' as const,
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
