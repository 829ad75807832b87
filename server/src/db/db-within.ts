import { type Db, isRefused } from './pool-db.ts'
import type { Scope } from './scope.ts'
import type { Tx } from './statement-pipeline.ts'

const SAVEPOINT = { text: 'savepoint part', values: [] }
const RELEASE = { text: 'release savepoint part', values: [] }
const ROLLBACK = { text: 'rollback to savepoint part', values: [] }

/**
 * Returns a database whose transactions are parts of an open one: what several commands do is committed or undone
 * together. A part that is refused is undone by itself; a statement that fails undoes everything.
 * @param tx a transaction with the scope `everything`
 */
export function dbWithin(tx: Tx): Db {
  return {
    read: (scope, work) => {
      refuseNarrowScope(scope)
      return work(tx)
    },
    transact: async (scope, work) => {
      refuseNarrowScope(scope)
      tx.queue(SAVEPOINT)
      const result = await work(tx)
      if (isRefused(result)) tx.queue(ROLLBACK)
      tx.queue(RELEASE)
      return result
    },
    send: (query) => tx.send(query),
    write: (query) => tx.send(query),
  }
}

function refuseNarrowScope({ kind }: Scope): void {
  if (kind !== 'everything') throw new TypeError(`A part of a transaction cannot have the scope "${kind}".`)
}
