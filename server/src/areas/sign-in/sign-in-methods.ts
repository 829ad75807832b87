import type { Db } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text, textOf } from '../../db/statement.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { foldUserName } from './sign-in-rules.ts'

/** How a user authenticates: with a password here, or elsewhere, starting at one of our addresses. */
export type SignInMethod = { kind: 'password' } | { kind: 'directory' | 'federated'; startAddress: string }

/** Start addresses of the other sign-in methods; null where the portal does not have the method. */
export interface SignInStarts {
  /** Start of sign-on with the company account, given the typed name. */
  directory: ((userName: string) => string) | null
  /** Start of federated sign-on of this employer; undefined when it has no identity provider. */
  federated: ((employerId: number, userName: string) => Promise<string | undefined>) | null
}

export interface SignInMethods {
  /**
   * Returns the method of a typed name (decision B4): name@domain leads elsewhere when the domain belongs to an
   * employer with another method, whether or not the user exists.
   */
  find(userName: string): Promise<SignInMethod>
  /** True when names of some domains lead to another method: the form then asks for the name first. */
  dependOnUserName(): Promise<boolean>
}

const PASSWORD: SignInMethod = { kind: 'password' }

/** Only confirmed domains count; when several employers share one, the oldest with a sign-on decides. */
const employerOfDomain = statement([text, arrayOf(text)], {
  name: 'sign-in: employer of domain',
  text: `
  select domain.client_id as "employerId", domain.sign_in_kind as kind
    from client_domains domain
    join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = $1 and domain.is_confirmed and domain.sign_in_kind = any ($2)
   order by domain.client_id`,
  row: { employerId: int, kind: textOf<'directory' | 'federated'>() },
})

const anySuchDomain = statement([arrayOf(text)], {
  name: 'sign-in: any such domain',
  text: `
  select exists (
    select from client_domains domain
      join clients client on client.id = domain.client_id and not client.is_deleted
     where domain.is_confirmed and domain.sign_in_kind = any ($1)) as "isSo"`,
  row: { isSo: bool },
})

export function signInMethods(db: Db, starts: SignInStarts): SignInMethods {
  const kinds = (['directory', 'federated'] as const).filter((kind) => starts[kind] !== null)
  const dependence = ttlCache({ ttlMs: 5_000, maxEntries: 1 }, async () => {
    return (await runFirst(db, anySuchDomain(kinds)))?.isSo === true
  })
  return {
    find: async (userName) => {
      const domain = domainOf(userName)
      if (domain === null || kinds.length === 0) return PASSWORD
      for (const { employerId, kind } of await run(db, employerOfDomain(domain, kinds))) {
        const startAddress =
          kind === 'directory' ? starts.directory?.(userName) : await starts.federated?.(employerId, userName)
        if (startAddress !== undefined) return { kind, startAddress }
      }
      return PASSWORD
    },
    dependOnUserName: async () => kinds.length > 0 && dependence.read('all'),
  }
}

/** Options of the sign-in page: whether domains decide, and which other methods there are. */
export async function signInPageOptions(
  ways: SignInMethods,
  others: { hasCompanyAccounts: boolean; recoversByLink: boolean },
): Promise<string> {
  const words = [
    (await ways.dependOnUserName()) && 'by-domain',
    others.hasCompanyAccounts && 'company-account',
    others.recoversByLink && 'recovery-link',
  ]
  return words.filter(Boolean).join(' ')
}

/** Returns the domain of name@domain; null for a plain user ID. */
function domainOf(userName: string): string | null {
  return /^[^\s@]+@([^\s@]{1,253})$/.exec(foldUserName(userName))?.[1] ?? null
}
