import type { Profile, SectionSort } from '@portico/contract/account.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

interface ProfileRow {
  id: number
  user_name: string
  first_name: string
  middle_initial: string | null
  last_name: string
  email: string | null
  client_id: number
  client_name: string | null
  section_sort: SectionSort
  is_internal: boolean
  sign_in_kind: 'password' | 'directory' | 'federated'
}

const profileOfUser = `
  select u.id, u.user_name, u.first_name, u.middle_initial, u.last_name, u.email, u.client_id, c.name as client_name,
         u.section_sort, u.is_internal, u.sign_in_kind
    from users u left join clients c on c.id = u.client_id where u.id = $1`

/** The profile of a user that is known to exist. */
export async function readProfile(tx: Tx, userId: number): Promise<Profile> {
  const [row] = await ask<ProfileRow>(tx, 'profile', profileOfUser, [userId])
  if (!row) throw new Error('The signed-in user has no row')
  return {
    userId: row.id,
    userNm: row.user_name,
    firstNm: row.first_name,
    midInitial: row.middle_initial,
    lastNm: row.last_name,
    emailAddress: row.email,
    employerId: row.client_id,
    employerNm: row.client_name,
    sectionSortPrfTxt: row.section_sort,
    internalUserFlg: row.is_internal,
    federatedUser: row.sign_in_kind === 'federated',
    idmuser: row.sign_in_kind === 'directory',
  }
}
