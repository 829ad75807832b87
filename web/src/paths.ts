/** Addresses of the pages for all users; `admin/<area>/screen.ts` declares those of the administration. */
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
  /** Opens a published file; for links from announcements and other sites. */
  openFile: (fileNm = '$fileNm') => `/content-authenticated/files/${fileNm}` as '/content-authenticated/files/$fileNm',
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
