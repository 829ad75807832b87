import { Sentence, sentences, type Texts } from '../../http/sentences.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { readerOf } from '../../http/reader.ts'
import { shippedInWords } from '../../http/shipped-names.ts'
import { referenceCommands } from './reference-commands.ts'
import type { EntryId, ReferenceRows, ReferenceStores, ReferenceTable, Values } from './reference-rows.ts'
import { referenceSource, referenceStore, wordsOfShipped } from './reference-store.ts'

export interface ReferenceDeps {
  db: Db
  transact: Transact<'audit' | 'grants' | 'tx' | 'undo'>
  texts: Pick<Texts, 'of'>
  keys: Pick<KeyRing, 'encrypt'>
}

/** A call of any category, whose fields only its declaration knows. */
interface ReferenceCall {
  caller: Caller
  request: RequestContext
  params: Readonly<Record<string, EntryId>>
  query: { keyword?: string; version?: number }
  body: Values & { version?: number; undoId: number }
}

/** Lists the entries of a category for its reader. */
const listing =
  (category: ReferenceTable, rows: ReferenceRows, { db, texts }: Pick<ReferenceDeps, 'db' | 'texts'>) =>
  async (call: ReferenceCall) => {
    const wording = await texts.of(readerOf(call))
    const page = await db.read(adminScope(call.caller), async (tx) => {
      const words = await wordsOfShipped(tx, category, rows, (stored) => shippedInWords(wording, stored))
      return listPage(tx, category.entries, referenceSource(category, rows, words), call.query)
    })
    return paged(page)
  }

/** Handlers of every call of one category of database maintenance. */
export function referenceHandlers<Category extends ReferenceTable>(
  category: Category,
  rows: ReferenceRows<keyof Category['fields'] & string>,
  { db, transact, texts, keys }: ReferenceDeps,
): Handlers<Category['endpoints']> {
  const { name, key, addresses: { change, save, remove } = {} } = category
  const commands = referenceCommands(category, rows, keys)
  const inTransaction = <Result>({ caller }: ReferenceCall, work: (stores: ReferenceStores) => Promise<Result>) =>
    transact(adminScope(caller), work)
  /** The id in the path, or in the body under the name that the address gives it. */
  const idOf = ({ params, body }: ReferenceCall, { id = key }: { id?: string } = {}) =>
    (params[key] ?? body[id]) as EntryId
  /** Only what was sent of the fields. */
  const valuesOf = ({ body }: ReferenceCall): Values =>
    Object.fromEntries(
      Object.keys(category.fields)
        .filter((field) => body[field] !== undefined)
        .map((field) => [field, body[field]]),
    )
  const versionOf = (given: { version?: number } | undefined) =>
    given?.version === undefined ? {} : { version: given.version }
  const changeEntry = (call: ReferenceCall, stores: ReferenceStores, id: EntryId) =>
    commands.change(stores, call, id, { given: valuesOf(call), ...versionOf(call.body) })
  const isNew = async (stores: ReferenceStores, id: EntryId | undefined) =>
    id === undefined ||
    id === '0' ||
    (key in rows.columns && !(await referenceStore(stores.tx, category, rows).lock(id)))
  const handlers: Readonly<Record<string, (call: ReferenceCall) => unknown>> = {
    [`list${name}Rows`]: listing(category, rows, { db, texts }),
    [`add${name}`]: (call) => inTransaction(call, (stores) => commands.add(stores, call, valuesOf(call))),
    [`change${name}`]: (call) => inTransaction(call, (stores) => changeEntry(call, stores, idOf(call, change))),
    [`save${name}`]: (call) =>
      inTransaction(call, async (stores) => {
        const id = idOf(call, save)
        return (await isNew(stores, id)) ? commands.add(stores, call, valuesOf(call)) : changeEntry(call, stores, id)
      }),
    [`remove${name}`]: (call) =>
      inTransaction(call, (stores) => {
        const { version } = { ...versionOf(call.body), ...versionOf(call.query) }
        return commands.remove(stores, call, idOf(call, remove), version)
      }),
    [`restore${name}`]: (call) => inTransaction(call, (stores) => commands.restore(stores, call, call.body.undoId)),
    [`count${name}Uses`]: (call) =>
      db.read(adminScope(call.caller), async (tx) => {
        const uses = await referenceStore(tx, category, rows).countUses(idOf(call))
        if (!uses) return refuse('404', sentences.not_found)
        const wording = await texts.of(readerOf(call))
        return uses.map(({ by, usageCnt, isLost }) => ({
          usedByNm: wording(new Sentence(by)),
          usageCnt,
          lostFlg: isLost,
        }))
      }),
  }
  return Object.fromEntries(
    Object.entries(handlers).filter(([call]) => call in category.endpoints),
  ) as unknown as Handlers<Category['endpoints']>
}
