import type * as contract from '@portico/contract/search/search.ts'
import type { Db } from '../../db/database.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { Texts } from '../../http/sentences.ts'
import { portalPageNames } from '../../http/shipped-names.ts'
import { findEverything } from './find-everything.ts'

interface SearchDeps {
  db: Db
  texts: Pick<Texts, 'of'>
  timeZone: string
}

export function searchHandlers({ db, texts, timeZone }: SearchDeps): Handlers<typeof contract> {
  return {
    searchPortal: async ({ caller, request, query: { text } }) => {
      const pageNames = portalPageNames(await texts.of(audienceOf({ caller, request })))
      return findEverything(db, caller, { text, timeZone, pageNames })
    },
  }
}
