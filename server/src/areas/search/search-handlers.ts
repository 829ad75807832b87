import type * as contract from '@portico/contract/search/search.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { findEverything } from './find-everything.ts'

interface SearchDeps {
  db: Db
  timeZone: string
}

export function searchHandlers({ db, timeZone }: SearchDeps): Handlers<typeof contract> {
  return {
    searchPortal: ({ query: { text }, ...call }) =>
      findEverything(db, call.caller, { text, timeZone, language: audienceOf(call).language }),
  }
}
