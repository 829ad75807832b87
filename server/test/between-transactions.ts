import type { Database, Db } from '../src/db/database.ts'

/**
 * The database of a portal whose jobs are interrupted: after the first of their transactions after which `isTime` is
 * true, `act` runs, once. `changed()` tells whether it has.
 */
export function betweenTransactions(
  database: Database,
  isTime: () => Promise<boolean>,
  act: () => Promise<unknown>,
): { database: Database; changed: () => boolean } {
  const { jobs } = database
  let hasChanged = false
  const interrupting =
    (run: Db['transact']): Db['transact'] =>
    async (scope, work) => {
      const result = await run(scope, work)
      if (!hasChanged && (await isTime())) {
        hasChanged = true
        await act()
      }
      return result
    }
  const interrupted: Db = {
    ...jobs,
    read: interrupting((scope, work) => jobs.read(scope, work)),
    transact: interrupting((scope, work) => jobs.transact(scope, work)),
  }
  return { database: { ...database, jobs: interrupted }, changed: () => hasChanged }
}
