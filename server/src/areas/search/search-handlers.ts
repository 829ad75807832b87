import type * as contract from '@portico/contract/search/search.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findEverything } from './find-everything.ts'

interface SearchDeps {
  db: Db
  timeZone: string
}

export function searchHandlers({ db, timeZone }: SearchDeps): Handlers<typeof contract> {
  return {
    searchPortal: ({ caller, query: { text } }) => findEverything(db, caller, { text, timeZone }),
  }
}
