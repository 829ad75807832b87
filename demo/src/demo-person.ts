/** What a user can open. */
export interface DemoAccess {
  systems: readonly { id: number; isAdmin?: boolean; hasSensitiveData?: boolean }[]
  /** Ids of pages, or names of the portal's own pages. */
  pages: readonly (number | string)[]
  facilities: readonly { code: 'EDH' | 'KCW'; allCustomers: boolean }[]
  customers: readonly number[]
}

export interface DemoPerson {
  id: number
  userName: string
  firstName: string
  middleInitial?: string
  lastName: string
  email: string
  clientId: number
  department: string
  jobTitle: string
  access: DemoAccess
  /** 1 active, 2 inactive, 3 deleted; given = 1. */
  status?: 1 | 2 | 3
  isInternal?: boolean
  isUsAssociate?: boolean
  signInKind?: 'password' | 'directory' | 'federated'
  needsSecondFactor?: boolean
  /** Has an authenticator app. */
  hasFactor?: boolean
  password?: 'temporary' | 'expired'
  hasNoQuestion?: boolean
  hasNotAcceptedLicense?: boolean
  maySignOnAs?: boolean
  isLocked?: boolean
  /** Has never signed in, for trying the first sign-in. */
  isNew?: boolean
}

/** Id of portal.admin, who granted what others hold; ids of the other users follow. */
export const PORTAL_ADMIN = 1001

const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
}

/** A name in ASCII letters, for user names and addresses. */
export function plainLetters(name: string): string {
  return name
    .replaceAll(/[øØłŁßæÆđĐı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
}
