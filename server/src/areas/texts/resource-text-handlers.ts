import type * as ownTexts from '@portico/contract/texts/own-texts.ts'
import type * as contract from '@portico/contract/texts/resource-texts.ts'
import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { paged } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { TextAudience } from '../../http/sentences.ts'
import { saveWording, undoWording } from './save-wording.ts'
import type { TextService } from './text-service.ts'
import { pageOfTexts } from './wording-list.ts'
import { listWordings } from './wording-store.ts'
import { run } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

interface ResourceTextDeps {
  db: Db
  texts: Pick<TextService, 'forget'>
}

const clients = statement([nullable(int), text], {
  name: 'texts: clients',
  text: `
  select id as "clientId", name as "clientNm" from clients
   where not is_deleted and ($1::integer is null or id = $1) and strpos(lower(name), lower($2)) > 0
   order by lower(name), id limit 100`,
  row: { clientId: int, clientNm: text },
})

/** The texts of the portal, as administrators word them. */
export function resourceTextHandlers({ db, texts }: ResourceTextDeps): Handlers<typeof contract> {
  /** This node shows the change at once, the others within two seconds. */
  const thenClearCache = <T>(change: Promise<T>): Promise<T> => change.finally(() => texts.forget())
  return {
    listResourceTexts: ({ query }) =>
      db.read(everything, async (tx) => paged(pageOfTexts(await listWordings(tx, listedFor(query)), query))),
    listTextClients: ({ query: { keyword = '', clientId } }) =>
      db.read(everything, (tx) => run(tx, clients(clientId ?? null, keyword.trim()))),
    saveResourceText: ({ params, body, ...call }) =>
      thenClearCache(db.transact(everything, (tx) => saveWording(tx, call, params.textKey, body))),
    undoResourceText: ({ body, ...call }) =>
      thenClearCache(db.transact(everything, (tx) => undoWording(tx, call, body.undoId))),
  }
}

/** The readers whose wordings a list shows; without a client everyone. */
const listedFor = ({ clientId, languageCd }: Parameters<typeof pageOfTexts>[1]): TextAudience => ({
  clientId: clientId ?? null,
  language: languageCd ?? SOURCE_LANGUAGE,
})

/** The language of a user, and the texts that they read otherwise than as shipped. */
export function ownTextHandlers({ texts }: { texts: Pick<TextService, 'ofClient'> }): Handlers<typeof ownTexts> {
  return {
    getOwnTexts: async (call) => {
      const reader = audienceOf(call)
      return { languageCd: reader.language, texts: await texts.ofClient(reader) }
    },
  }
}
