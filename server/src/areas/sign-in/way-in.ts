import type { Db } from '../../db/database.ts'
import { remembered } from '../../db/remembered.ts'
import { foldUserName } from './sign-in-rules.ts'

/** How somebody shows who he is: with a password typed here, or elsewhere, beginning at an address of ours. */
export type WayIn = { kind: 'password' } | { kind: 'directory' | 'federated'; startAddress: string }

/** What decides about the ways in that lead elsewhere; null where the portal has no such way. */
export interface Starts {
  /** Where sign-on with the company account begins; takes the typed name along. */
  directory: ((userName: string) => string) | null
  /** Where federated sign-on of this employer begins; undefined: it has no identity provider of its own. */
  federated: ((employerId: number, userName: string) => Promise<string | undefined>) | null
}

export interface WaysIn {
  /**
   * The way of a typed name (decision B4): a name@domain leads elsewhere when the domain belongs to an
   * employer with such a sign-on, whether there is somebody of that name or not.
   */
  find(userName: string): Promise<WayIn>
  /** True where names of some domains lead elsewhere: the form then asks for the name first. */
  dependOnName(): Promise<boolean>
}

const PASSWORD: WayIn = { kind: 'password' }

/** Domains count once they are confirmed; of several employers at one domain the oldest with a sign-on decides. */
const employerOfDomain = `
  select domain.client_id as "employerId", domain.sign_in_kind as kind
    from client_domains domain
    join clients client on client.id = domain.client_id and not client.is_deleted
   where domain.domain = $1 and domain.is_confirmed and domain.sign_in_kind = any ($2)
   order by domain.client_id`

const anySuchDomain = `
  select exists (
    select from client_domains domain
      join clients client on client.id = domain.client_id and not client.is_deleted
     where domain.is_confirmed and domain.sign_in_kind = any ($1)) as "isSo"`

export function waysIn(db: Db, starts: Starts): WaysIn {
  const kinds = (['directory', 'federated'] as const).filter((kind) => starts[kind] !== null)
  const dependence = remembered({ milliseconds: 5_000, most: 1 }, async () => {
    const [found] = await db.prepared<{ isSo: boolean }>('any-way-elsewhere', anySuchDomain, [kinds])
    return found?.isSo === true
  })
  return {
    find: async (userName) => {
      const domain = domainOf(userName)
      if (domain === null || kinds.length === 0) return PASSWORD
      const employers = await db.prepared<{ employerId: number; kind: (typeof kinds)[number] }>(
        'way-of-domain',
        employerOfDomain,
        [domain, kinds],
      )
      for (const { employerId, kind } of employers) {
        const startAddress =
          kind === 'directory' ? starts.directory?.(userName) : await starts.federated?.(employerId, userName)
        if (startAddress !== undefined) return { kind, startAddress }
      }
      return PASSWORD
    },
    dependOnName: async () => kinds.length > 0 && dependence.read(null),
  }
}

/** What the page of sign-in is served with: whether domains decide, and which other ways there are. */
export async function wordsForSignIn(
  ways: WaysIn,
  others: { hasCompanyAccounts: boolean; recoversByLink: boolean },
): Promise<string> {
  const words = [
    (await ways.dependOnName()) && 'by-domain',
    others.hasCompanyAccounts && 'company-account',
    others.recoversByLink && 'recovery-link',
  ]
  return words.filter(Boolean).join(' ')
}

/** The domain of name@domain; null for a plain user ID. */
function domainOf(userName: string): string | null {
  return /^[^\s@]+@([^\s@]{1,253})$/.exec(foldUserName(userName))?.[1] ?? null
}
