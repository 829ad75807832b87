import { sql } from 'kysely'
import { removeAllFactors } from '../areas/second-factor/public.ts'
import { readConfig } from '../config/config.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { type Transact, transactOn } from '../stores.ts'
import { openWithLongTimeouts, openServer, prepareForJobs } from './open.ts'

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
      process.stdout.write(`${await reset(transactOn(database.jobs), userName)}\n`)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

function reset(transact: Transact, userName: string): Promise<string> {
  return transact(everything, async (stores) => {
    const user = await stores.tx
      .selectFrom('users')
      .select(['id', 'user_name'])
      .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`)
      .executeTakeFirst()
    if (!user) throw new StartError(`There is no user ${userName}.`)
    const hadAny = await removeAllFactors(stores, null, { userId: user.id })
    return hadAny
      ? `The second factor of ${user.user_name} is removed and the sessions are ended.`
      : `${user.user_name} had no second factor; the sessions are ended.`
  })
}
