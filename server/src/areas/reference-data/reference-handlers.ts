import { MessageRef, sentences, type Texts } from '../../http/sentences.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db, Tx } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { shippedInWords } from '../../http/shipped-names.ts'
import { referenceCommands } from './reference-commands.ts'
import type { EntryId, ReferenceRows, ReferenceTable, Values } from './reference-rows.ts'
import { referenceSource, referenceStore, wordsOfShipped } from './reference-store.ts'

export interface ReferenceDeps {
  db: Db
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
    const translate = await texts.of(audienceOf(call))
    const page = await db.read(adminScope(call.caller), async (tx) => {
      const words = await wordsOfShipped(tx, category, rows, (stored) => shippedInWords(translate, stored))
      return listPage(tx, category.entries, referenceSource(category, rows, words), call.query)
    })
    return paged(page)
  }

/** Handlers of every call of one category of database maintenance. */
export function referenceHandlers<Category extends ReferenceTable>(
  category: Category,
  rows: ReferenceRows<keyof Category['fields'] & string>,
  { db, texts, keys }: ReferenceDeps,
): Handlers<Category['endpoints']> {
  const { name, key, addresses: { change, save, remove } = {} } = category
  const commands = referenceCommands(category, rows, keys)
  const inTransaction = <Result>({ caller }: ReferenceCall, work: (tx: Tx) => Promise<Result>) =>
    db.transact(adminScope(caller), work)
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
  const changeEntry = (call: ReferenceCall, tx: Tx, id: EntryId) =>
    commands.change(tx, call, id, { given: valuesOf(call), ...versionOf(call.body) })
  const isNew = async (tx: Tx, id: EntryId | undefined) =>
    id === undefined || id === '0' || (key in rows.columns && !(await referenceStore(tx, category, rows).lock(id)))
  const handlers: Readonly<Record<string, (call: ReferenceCall) => unknown>> = {
    [`list${name}Rows`]: listing(category, rows, { db, texts }),
    [`add${name}`]: (call) => inTransaction(call, (tx) => commands.add(tx, call, valuesOf(call))),
    [`change${name}`]: (call) => inTransaction(call, (tx) => changeEntry(call, tx, idOf(call, change))),
    [`save${name}`]: (call) =>
      inTransaction(call, async (tx) => {
        const id = idOf(call, save)
        return (await isNew(tx, id)) ? commands.add(tx, call, valuesOf(call)) : changeEntry(call, tx, id)
      }),
    [`remove${name}`]: (call) =>
      inTransaction(call, (tx) => {
        const { version } = { ...versionOf(call.body), ...versionOf(call.query) }
        return commands.remove(tx, call, idOf(call, remove), version)
      }),
    [`restore${name}`]: (call) => inTransaction(call, (tx) => commands.restore(tx, call, call.body.undoId)),
    [`count${name}Uses`]: async (call) => {
      const uses = await db.read(adminScope(call.caller), (tx) =>
        referenceStore(tx, category, rows).countUses(idOf(call)),
      )
      if (!uses) return refuse('404', sentences.not_found)
      const translate = await texts.of(audienceOf(call))
      return uses.map(({ by, usageCnt, isLost }) => ({
        usedByNm: translate(new MessageRef(by)),
        usageCnt,
        lostFlg: isLost,
      }))
    },
  }
  return Object.fromEntries(
    Object.entries(handlers).filter(([call]) => call in category.endpoints),
  ) as unknown as Handlers<Category['endpoints']>
}
