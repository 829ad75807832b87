import type { Db } from '../../db/database.ts'

/** The account as a password change or recovery reads it. */
export interface PasswordAccount {
  id: number
  userName: string
  firstName: string
  lastName: string
  email: string
  clientId: number
  clientName: string
  clientIsDeleted: boolean
  status: number
  signInKind: 'password' | 'directory' | 'federated'
  passwordHash: string | null
  passwordAges: boolean
  securityQuestionId: number | null
  securityAnswerHash: string | null
}

const accountWhere = (condition: string) => `
  select user_id as id, user_name as "userName", first_name as "firstName", last_name as "lastName", email,
         client_id as "clientId", client_name as "clientName", client_is_deleted as "clientIsDeleted", status,
         sign_in_kind as "signInKind", password_hash as "passwordHash", password_ages as "passwordAges",
         security_question_id as "securityQuestionId", security_answer_hash as "securityAnswerHash"
    from sign_in_accounts where ${condition}`

export async function findAccountByName(db: Db, userName: string): Promise<PasswordAccount | undefined> {
  const [account] = await db.prepared<PasswordAccount>(accountWhere('user_name_folded = fold_user_name($1)'), [
    userName,
  ])
  return account
}

export async function getAccount(db: Db, userId: number): Promise<PasswordAccount> {
  const [account] = await db.prepared<PasswordAccount>(accountWhere('user_id = $1'), [userId])
  if (!account) throw new Error('There is no such account')
  return account
}
