import type * as contract from '@portico/contract/search.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findEverything } from './find-everything.ts'

export function searchHandlers({ db, timeZone }: { db: Db; timeZone: string }): Handlers<typeof contract> {
  return { searchPortal: ({ caller, query }) => findEverything(db, caller, timeZone, query.text) }
}
