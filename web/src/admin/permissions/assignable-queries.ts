import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { query } from '../../api/query.ts'

/** The applications that the administrator can give. */
export const userSystemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })
/** The pages of one of them. */
export const userPagesQuery = (uid: number, systemId: number) =>
  query(listAssignablePages, { params: { uid, systemId } })
