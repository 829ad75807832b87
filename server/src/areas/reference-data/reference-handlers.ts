import { Sentence, sentences, type Texts } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { referenceCommands } from './reference-commands.ts'
import type { EntryId, ReferenceRows, ReferenceTable } from './reference-rows.ts'
import { referenceSource, referenceStore, type Values } from './reference-store.ts'

export interface ReferenceDeps {
  db: Db
  transact: Transact
  texts: Pick<Texts, 'of'>
}

/** A call of any category, whose fields only its declaration knows. */
interface ReferenceCall {
  caller: Caller
  request: RequestContext
  params: Readonly<Record<string, EntryId>>
  query: { keyword?: string; version?: number }
  body: Values & { version?: number; undoId: number }
}

/** Handlers of every call of one category of database maintenance. */
export function referenceHandlers<Category extends ReferenceTable>(
  category: Category,
  rows: ReferenceRows<keyof Category['fields'] & string>,
  { db, transact, texts }: ReferenceDeps,
): Handlers<Category['endpoints']> {
  const { name, key, entries } = category
  const source = referenceSource(category, rows)
  const commands = referenceCommands(category, rows)
  const idOf = ({ params }: ReferenceCall) => params[key] as EntryId
  /** Only what was sent of the fields. */
  const valuesOf = ({ body }: ReferenceCall): Values =>
    Object.fromEntries(
      Object.keys(category.fields)
        .filter((field) => body[field] !== undefined)
        .map((field) => [field, body[field]]),
    )
  const versionOf = ({ version }: { version?: number }) => (version === undefined ? {} : { version })
  const handlers: Readonly<Record<string, (call: ReferenceCall) => unknown>> = {
    [`list${name}Rows`]: async ({ caller, query }) =>
      paged(await db.read(adminScope(caller), (tx) => listPage(tx, entries, source, query))),
    [`add${name}`]: (call) => transact(adminScope(call.caller), (stores) => commands.add(stores, call, valuesOf(call))),
    [`change${name}`]: (call) =>
      transact(adminScope(call.caller), (stores) =>
        commands.change(stores, call, idOf(call), { given: valuesOf(call), ...versionOf(call.body) }),
      ),
    [`remove${name}`]: (call) =>
      transact(adminScope(call.caller), (stores) => commands.remove(stores, call, idOf(call), call.query.version)),
    [`restore${name}`]: (call) =>
      transact(adminScope(call.caller), (stores) => commands.restore(stores, call, call.body.undoId)),
    [`count${name}Uses`]: (call) =>
      db.read(adminScope(call.caller), async (tx) => {
        const uses = await referenceStore(tx, category, rows).countUses(idOf(call))
        if (!uses) return refuse('404', sentences.not_found)
        const wording = await texts.of(call.caller.user.clientId)
        return uses.map(({ by, usageCnt }) => ({ usedByNm: wording(new Sentence(by)), usageCnt }))
      }),
  }
  return handlers as unknown as Handlers<Category['endpoints']>
}
