import { fullName } from '@portico/contract/users/full-name.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'

export type ListedName = Pick<ListedUser, 'userId' | 'userNm' | 'firstNm' | 'lastNm'>

/** A user among others, who may have the same name. */
export const nameWithId = (user: Omit<ListedName, 'userId'>): string => `${fullName(user)} (${user.userNm})`
