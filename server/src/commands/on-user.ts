import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { queries } from '../db/queries.ts'
import { runFirst } from '../db/run.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { onDatabase } from './open.ts'

interface NamedUser {
  id: number
  userName: string
}

/** Runs `npm run portal -- <command> USER-NAME` in one transaction, and prints what the work returns. */
export async function onUser(
  command: string,
  [userName, ...rest]: readonly string[],
  work: (tx: Tx, user: NamedUser) => Promise<string>,
  options?: { addsJobs: boolean },
): Promise<void> {
  if (userName === undefined || userName.startsWith('-') || rest.length > 0)
    throw new StartError(`Usage: npm run portal -- ${command} USER-NAME`)
  const output = await onDatabase(
    command,
    ({ jobs }) => jobs.transact(everything, async (tx) => work(tx, await getUserNamed(tx, userName))),
    options,
  )
  process.stdout.write(`${output}\n`)
}

async function getUserNamed(tx: Tx, userName: string): Promise<NamedUser> {
  const user = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .select(['id', 'user_name as userName'])
      .where('user_name_folded', '=', sql<string>`fold_user_name(${userName})`),
  )
  if (!user) throw new StartError(`There is no user ${userName}.`)
  return user
}
