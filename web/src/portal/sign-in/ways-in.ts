/** What the page was served with, so that the form stands as it will stay from its first moment. */
const words = (): readonly string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="portal-sign-in"]')?.content ?? '').split(' ')

/** True where people may sign in with the account of their company, by a button. */
export const hasCompanyAccounts = (): boolean => words().includes('company-account')

/** True where the domain of a name@domain may lead elsewhere: its password is asked for only then, or never. */
export const dependsOnName = (userName: string): boolean => words().includes('by-domain') && userName.includes('@')
