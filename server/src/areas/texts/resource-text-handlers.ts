import type * as ownTexts from '@portico/contract/own-texts.ts'
import type * as contract from '@portico/contract/resource-texts.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { query } from '../../db/query.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { paged } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import type { Reader } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'
import { saveWording, undoWording } from './save-wording.ts'
import type { TextService } from './text-service.ts'
import { pageOfTexts } from './wording-list.ts'

interface ResourceTextDeps {
  db: Db
  transact: Transact<'audit' | 'tx' | 'undo' | 'wordings'>
  texts: Pick<TextService, 'forget'>
}

const clients = `
  select id as "clientId", name as "clientNm" from clients
   where not is_deleted and ($1::integer is null or id = $1) and strpos(lower(name), lower($2)) > 0
   order by lower(name), id limit 100`

/** The texts of the portal, as administrators word them. */
export function resourceTextHandlers({ db, transact, texts }: ResourceTextDeps): Handlers<typeof contract> {
  /** This node shows the change at once, the others within two seconds. */
  const thenClearCache = <T>(change: Promise<T>): Promise<T> => change.finally(() => texts.forget())
  return {
    listResourceTexts: ({ query }) =>
      transact(everything, async ({ wordings }) => paged(pageOfTexts(await wordings.list(listedFor(query)), query))),
    listTextClients: ({ query: { keyword = '', clientId } }) =>
      db.read(everything, (tx) => query(tx, clients, [clientId ?? null, keyword.trim()])),
    saveResourceText: ({ params, body, ...call }) =>
      thenClearCache(transact(everything, (stores) => saveWording(stores, call, params.textKey, body))),
    undoResourceText: ({ body, ...call }) =>
      thenClearCache(transact(everything, (stores) => undoWording(stores, call, body.undoId))),
  }
}

/** The readers whose wordings a list shows; without a client everyone. */
const listedFor = ({ clientId, languageCd }: Parameters<typeof pageOfTexts>[1]): Reader => ({
  clientId: clientId ?? null,
  language: languageCd ?? SOURCE_LANGUAGE,
})

/** The language of a user, and the texts that they read otherwise than as shipped. */
export function ownTextHandlers({ texts }: { texts: Pick<TextService, 'ofClient'> }): Handlers<typeof ownTexts> {
  return {
    getOwnTexts: async (call) => {
      const reader = readerOf(call)
      return { languageCd: reader.language, texts: await texts.ofClient(reader) }
    },
  }
}
