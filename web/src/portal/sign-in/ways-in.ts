/** What the page was served with, so that the form stands as it will stay from its first moment. */
const words = (): readonly string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="portal-sign-in"]')?.content ?? '').split(' ')

/** True where people may sign in with the account of their company, by a button. */
export const hasCompanyAccounts = (): boolean => words().includes('company-account')

/** True where the domain of a name@domain may lead elsewhere: its password is asked for only then, or never. */
export const dependsOnName = (userName: string): boolean => words().includes('by-domain') && userName.includes('@')

/** True where a forgotten password is recovered by a mailed link, without the security question. */
export const recoversByLink = (): boolean => words().includes('recovery-link')

/** Somebody came back from the sign-in of his company. */
export interface CompanyArrival {
  /** Good once, for a minute. */
  ticket: string | null
  /** The code with which he was turned away. */
  refusedWith: string | null
  returnTo: string | null
}

/** What stands behind the sign that browsers send to nobody; null: he came by himself. */
export function readCompanyArrival(hash: string): CompanyArrival | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, refusedWith, returnTo] = [said.get('directory'), said.get('refused'), said.get('returnTo')]
  if (ticket !== null && /^[\w-]{43}$/.test(ticket)) return { ticket, refusedWith: null, returnTo }
  return ticket === null && refusedWith === null ? null : { ticket: null, refusedWith: refusedWith ?? '401', returnTo }
}
