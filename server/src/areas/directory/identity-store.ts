import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { runCount, runFirst } from '../../db/run.ts'

// The table `directory_identities`.

/** Returns the user to whom the issuer's subject was linked at the first sign-in. */
export async function findUserOfSubject(tx: Tx, issuer: string, subject: string): Promise<number | undefined> {
  const linked = await runFirst(
    tx,
    queries
      .selectFrom('directory_identities')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject),
  )
  return linked?.user_id
}

const directoryUsers = (userName: string) =>
  queries
    .selectFrom('users')
    .select('id')
    .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
    .where('sign_in_kind', '=', 'directory')
    .where('status', 'in', [1, 2])

/**
 * Returns the directory user of this name and email address who is not yet linked at the issuer. Locks the row, so
 * that of two concurrent claims the second finds the user linked.
 */
export async function findUnlinkedUser(
  tx: Tx,
  issuer: string,
  userName: string,
  email: string,
): Promise<number | undefined> {
  const user = await runFirst(
    tx,
    directoryUsers(userName)
      .where('email_folded', '=', sql<string>`fold_email(${email})`)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('directory_identities as linked')
              .select('linked.user_id')
              .whereRef('linked.user_id', '=', 'users.id')
              .where('linked.issuer', '=', issuer),
          ),
        ),
      )
      .forNoKeyUpdate(),
  )
  return user?.id
}

/** Returns false when the user was linked concurrently. */
export async function linkIdentity(
  tx: Tx,
  identity: { issuer: string; subject: string; userId: number },
): Promise<boolean> {
  const { issuer, subject, userId } = identity
  const linked = await runCount(
    tx,
    queries
      .insertInto('directory_identities')
      .values({ issuer, subject, user_id: userId })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return linked > 0
}

/** Returns the directory user of this name. */
export async function findDirectoryUser(tx: Tx, userName: string): Promise<number | undefined> {
  return (await runFirst(tx, directoryUsers(userName)))?.id
}
