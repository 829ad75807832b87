import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The table `directory_identities`. */
export function identityStore(tx: Tx) {
  return {
    /** Returns the user to whom the issuer's subject was linked at the first sign-in. */
    findUser: async (issuer: string, subject: string): Promise<number | undefined> => {
      const linked = await tx
        .selectFrom('directory_identities')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return linked?.user_id
    },

    /**
     * Returns the directory user of this name and email address who is not yet linked at the issuer. Locks the row, so
     * that of two concurrent claims the second finds the user linked.
     */
    findUnlinkedUser: async (issuer: string, userName: string, email: string): Promise<number | undefined> => {
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
        .where('sign_in_kind', '=', 'directory')
        .where('status', '<>', 3)
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
        .forNoKeyUpdate()
        .executeTakeFirst()
      return user?.id
    },

    /** Returns false when the user was linked concurrently. */
    link: async (identity: { issuer: string; subject: string; userId: number }): Promise<boolean> => {
      const { issuer, subject, userId } = identity
      const linked = await tx
        .insertInto('directory_identities')
        .values({ issuer, subject, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (linked.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Returns the directory user of this name. */
    findByName: async (userName: string): Promise<number | undefined> => {
      const user = await tx
        .selectFrom('users')
        .select('id')
        .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
        .where('sign_in_kind', '=', 'directory')
        .where('status', '<>', 3)
        .executeTakeFirst()
      return user?.id
    },
  }
}
