import type { Db } from '../../db/database.ts'
import { runFirst, runOne } from '../../db/run.ts'
import { bool, type Column, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

const accountWhere = <Parameter extends Column<unknown>>(name: string, parameter: Parameter, condition: string) =>
  statement([parameter], {
    name,
    text: `
  select user_id as id, user_name as "userName", first_name as "firstName", last_name as "lastName", email,
         client_id as "clientId", client_name as "clientName", client_is_deleted as "clientIsDeleted", status,
         sign_in_kind as "signInKind", password_hash as "passwordHash", password_ages as "passwordAges",
         security_question_id as "securityQuestionId", security_answer_hash as "securityAnswerHash"
    from sign_in_accounts where ${condition}`,
    row: {
      id: int,
      userName: text,
      firstName: text,
      lastName: text,
      email: text,
      clientId: int,
      clientName: text,
      clientIsDeleted: bool,
      status: int,
      signInKind: textOf<'password' | 'directory' | 'federated'>(),
      passwordHash: nullable(text),
      passwordAges: bool,
      securityQuestionId: nullable(int),
      securityAnswerHash: nullable(text),
    },
  })

const accountOfName = accountWhere('password: account of name', text, 'user_name_folded = fold_user_name($1)')
const accountOfId = accountWhere('password: account of id', int, 'user_id = $1')

/** The account as a password change or recovery reads it. */
export type PasswordAccount = RowOf<typeof accountOfId>

export const findAccountByName = (db: Db, userName: string): Promise<PasswordAccount | undefined> =>
  runFirst(db, accountOfName(userName))

export const getAccount = (db: Db, userId: number): Promise<PasswordAccount> => runOne(db, accountOfId(userId))
