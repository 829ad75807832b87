import { sql } from 'kysely'
import { removeAllFactors } from '../areas/second-factor/public.ts'
import { readConfig } from '../config/config.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts, openServer, prepareForJobs } from './open.ts'
import type { Db } from '../db/database.ts'
import { queries } from '../db/queries.ts'
import { runFirst } from '../db/run.ts'

const usage = 'Usage: npm run portal -- reset-second-factor USER-NAME'

/** `reset-second-factor`: for users who lost their second factor when no administrator can reset it. */
export async function resetSecondFactorCommand(args: readonly string[]): Promise<void> {
  const [userName, ...rest] = args
  if (userName === undefined || userName.startsWith('-') || rest.length > 0) throw new StartError(usage)
  const server = await openServer(readConfig(process.env))
  try {
    await prepareForJobs(server.url)
    const database = await openWithLongTimeouts(server, 'reset-second-factor')
    try {
      process.stdout.write(`${await reset(database.jobs, userName)}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function reset(db: Db, userName: string): Promise<string> {
  return db.transact(everything, async (tx) => {
    const user = await runFirst(
      tx,
      queries
        .selectFrom('users')
        .select(['id', 'user_name'])
        .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`),
    )
    if (!user) throw new StartError(`There is no user ${userName}.`)
    const hadAny = await removeAllFactors(tx, null, { userId: user.id })
    return hadAny
      ? `The second factor of ${user.user_name} is removed and the sessions are ended.`
      : `${user.user_name} has no second factor; nothing was changed.`
  })
}
