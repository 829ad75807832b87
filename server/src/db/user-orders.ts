import { type RawBuilder, sql } from 'kysely'

/** What lists of users compare by each name, one after the other: users of one name are in the order of the other. */
export const userNameKeys = {
  firstNm: ['first_name', 'last_name'],
  lastNm: ['last_name', 'first_name'],
  userNm: ['user_name_folded'],
} as const

type UserNameColumn = keyof typeof userNameKeys

/** The columns of a list by the names of a user, for a ListSource; `user` is the alias of the table or view. */
export const userNameColumns = (user: string): Readonly<Record<UserNameColumn, readonly RawBuilder<unknown>[]>> => {
  const of = (column: UserNameColumn) => userNameKeys[column].map((key) => sql.ref(`${user}.${key}`))
  return { firstNm: of('firstNm'), lastNm: of('lastNm'), userNm: of('userNm') }
}
