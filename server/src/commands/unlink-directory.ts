import { sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts, openServer } from './open.ts'
import type { Db } from '../db/database.ts'
import { recordAudit } from '../areas/audit/audit-store.ts'
import { queries } from '../db/queries.ts'
import { run, runFirst } from '../db/run.ts'

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
      process.stdout.write(`${await unlink(database.jobs, userName)}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function unlink(db: Db, userName: string): Promise<string> {
  return db.transact(everything, async (tx) => {
    const user = await runFirst(
      tx,
      queries
        .selectFrom('users')
        .select(['id', 'user_name'])
        .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`),
    )
    if (!user) throw new StartError(`There is no user ${userName}.`)
    const unlinked = await run(
      tx,
      queries.deleteFrom('directory_identities').where('user_id', '=', user.id).returning(['issuer', 'subject']),
    )
    if (unlinked.length === 0) return `${user.user_name} was linked to nobody of the directory.`
    recordAudit(tx, null, {
      event: 'directory_identity_unlinked',
      actorId: null,
      subjectId: user.id,
      sessionId: null,
      after: { by: 'unlink-directory', identities: unlinked },
    })
    return `${user.user_name} is linked anew at the next sign-in at which the directory states the user ID and e-mail address.`
  })
}
