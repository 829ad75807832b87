/** Options that the server wrote into the page, so that the form has its final layout from the start. */
const signInOptions = (): readonly string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="portal-sign-in"]')?.content ?? '').split(' ')

/** True when users may sign in with their company account, by a button. */
export const hasCompanyAccounts = (): boolean => signInOptions().includes('company-account')

/** True when the domain of name@domain may sign in elsewhere: the password field then shows only after the lookup. */
export const dependsOnDomain = (userName: string): boolean =>
  signInOptions().includes('by-domain') && userName.includes('@')

/** True when a forgotten password is reset by a mailed link, without the security question. */
export const usesRecoveryLink = (): boolean => signInOptions().includes('recovery-link')

/** A user who came back from their company's sign-in. */
export interface CompanyCallback {
  /** Single-use, valid for one minute. */
  ticket: string | null
  /** The code of the refusal. */
  errorCode: string | null
  returnTo: string | null
}

/** Parses the fragment of the address; null when the user came directly. */
export function readCompanyCallback(hash: string): CompanyCallback | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, errorCode, returnTo] = [params.get('directory'), params.get('refused'), params.get('returnTo')]
  if (ticket !== null && /^[\w-]{43}$/.test(ticket)) return { ticket, errorCode: null, returnTo }
  return ticket === null && errorCode === null ? null : { ticket: null, errorCode: errorCode ?? '401', returnTo }
}
