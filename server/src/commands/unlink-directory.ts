import { sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { type Transact, transactOn } from '../stores.ts'
import { openWithLongTimeouts, openServer } from './open.ts'

const usage = 'Usage: npm run portal -- unlink-directory USER-NAME'

/** `unlink-directory`: for a user whose account at the company was recreated, and so has another subject there. */
export async function unlinkDirectoryCommand(args: readonly string[]): Promise<void> {
  const [userName, ...rest] = args
  if (userName === undefined || userName.startsWith('-') || rest.length > 0) throw new StartError(usage)
  const server = await openServer(readConfig(process.env))
  try {
    await refuseUnmigrated(server.url)
    const database = await openWithLongTimeouts(server, 'unlink-directory')
    try {
      process.stdout.write(`${await unlink(transactOn(database.jobs), userName)}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function unlink(transact: Transact, userName: string): Promise<string> {
  return transact(everything, async ({ tx, audit }) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'user_name'])
      .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
      .executeTakeFirst()
    if (!user) throw new StartError(`There is no user ${userName}.`)
    const unlinked = await tx
      .deleteFrom('directory_identities')
      .where('user_id', '=', user.id)
      .returning(['issuer', 'subject'])
      .execute()
    if (unlinked.length === 0) return `${user.user_name} was linked to nobody of the directory.`
    audit.record(null, {
      event: 'directory_identity_unlinked',
      actorId: null,
      subjectId: user.id,
      sessionId: null,
      after: { by: 'unlink-directory', identities: unlinked },
    })
    return `${user.user_name} is linked anew at the next sign-in at which the directory states the user ID and e-mail address.`
  })
}
