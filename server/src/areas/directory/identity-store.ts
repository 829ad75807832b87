import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The table `directory_identities`. */
export function identityStore(tx: Tx) {
  return {
    /** The user to whom the issuer's person was linked at his first sign-in. */
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
     * A directory user of this name and this e-mail address to whom nobody of the issuer is linked yet. His
     * row is held, so that of two people who claim him at once the second finds him taken.
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

    /** False if somebody else was linked to this user meanwhile. */
    link: async (identity: { issuer: string; subject: string; userId: number }): Promise<boolean> => {
      const { issuer, subject, userId } = identity
      const linked = await tx
        .insertInto('directory_identities')
        .values({ issuer, subject, user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (linked.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** A directory user of this name. */
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
