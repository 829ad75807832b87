import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { DB } from './tables.ts'

const refuse = (): never => {
  throw new Error('Built statements are run by run(tx, …).')
}

/** The query builder: it builds statements for `run` and executes none itself. */
export const queries = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => refuse(),
      beginTransaction: async () => refuse(),
      commitTransaction: async () => refuse(),
      rollbackTransaction: async () => refuse(),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
  },
})
