import * as z from 'zod/mini'
import type { TextKey } from '../texts/texts.ts'
import { Id, Ignored, Instant, OwnUid, text } from './codecs.ts'
import { endpoint, type Shape } from './endpoint.ts'
import { admin } from './guard.ts'
import { listQuery } from './list.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })

/** A name of at most `max` characters, without spaces around it. */
export const entryName = (max: number) =>
  z.codec(z.string().check(z.maxLength(max), z.regex(/^\s*[^\0\s][^\0]*$/)), z.string(), {
    decode: (wire) => wire.normalize('NFC').trim(),
    encode: (name) => name,
  })

/** How many records of one kind refer to an entry. */
const EntryUse = z.object({ usedByNm: z.string(), usageCnt: z.int() })

/** Lets its holder restore a deleted entry until then. */
const UndoOffer = z.object({ undoId: z.int(), undoUntilDt: Instant })

type Fields = Readonly<Record<string, Shape>>
type Optional<F extends Fields> = { [Name in keyof F]: z.ZodMiniOptional<F[Name]> }
type Keyed<Key extends string, S extends Shape> = { [Name in Key]: S }

interface Definition<Name extends string, Key extends string, F extends Fields> {
  /** One entry in Pascal case; the calls are named after it: 'Department'. */
  name: Name
  /** End of the addresses: 'departments'. */
  path: string
  /** Wire name of the id, also in addresses. */
  key: Key
  /** Shapes of the fields by their wire names; the first one gives the order of the list. */
  fields: F
  /** What screens call the fields. */
  labels: Readonly<Record<keyof F, TextKey>>
  texts: {
    /** Heading of the screen. */
    title: TextKey
    /** One entry within a sentence: 'department'. */
    entry: TextKey
  }
}

/** Shapes of an entry: as it is read, added, changed and addressed. */
function shapesOf<const Key extends string, F extends Fields>(key: Key, fields: F) {
  const keyed = <S extends Shape>(shape: S) => ({ [key]: shape }) as Keyed<Key, S>
  const optional = Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => [field, z.optional(shape as z.ZodMiniType)]),
  ) as unknown as Optional<F>
  const columns = Object.keys(fields) as (keyof F & string)[]
  const sentKey = keyed(z.optional(Ignored))
  return {
    entries: listQuery({
      columns,
      filters: { keyword: text(100) },
      defaultSort: { column: columns[0] as keyof F & string, direction: 'asc' },
    }),
    Entry: z.object({ ...keyed(z.int()), ...fields, version: z.int() }),
    NewEntry: z.strictObject({ ...sentKey, ...fields }),
    ChangedEntry: z.strictObject({ ...sentKey, ...optional, version: z.optional(Id) }),
    OneEntry: z.strictObject({ ...keyed(Id), uid: Id }),
  }
}

type Shapes<Key extends string, F extends Fields> = ReturnType<typeof shapesOf<Key, F>>

interface Address<Name extends string> {
  name: Name
  /** End of the addresses of all entries, and of one. */
  path: string
  one: string
}

function readCalls<Name extends string, Key extends string, F extends Fields>(
  { name, path, one }: Address<Name>,
  { entries, Entry, OneEntry }: Shapes<Key, F>,
) {
  const list = endpoint({
    name: `list${name}Rows`,
    method: 'GET',
    path: `${reads}/${path}`,
    guard,
    summary: `Every ${name} entry, or a page of them`,
    query: entries.query,
    data: z.array(Entry),
  })
  const countUses = endpoint({
    name: `count${name}Uses`,
    method: 'GET',
    path: `${writes}/${one}/uses`,
    guard,
    summary: `How many records refer to a ${name}; one that is used cannot be deleted`,
    params: OneEntry,
    data: z.array(EntryUse),
  })
  return { [list.name]: list, [countUses.name]: countUses } as Record<`list${Name}Rows`, typeof list> &
    Record<`count${Name}Uses`, typeof countUses>
}

function writeCalls<Name extends string, Key extends string, F extends Fields>(
  { name, path, one }: Address<Name>,
  { Entry, NewEntry, ChangedEntry, OneEntry }: Shapes<Key, F>,
) {
  const add = endpoint({
    name: `add${name}`,
    method: 'POST',
    path: `${writes}/${path}`,
    guard,
    summary: `Add a ${name}`,
    params: OwnUid,
    body: NewEntry,
    data: Entry,
  })
  const change = endpoint({
    name: `change${name}`,
    method: 'PUT',
    path: `${writes}/${one}`,
    guard,
    summary: `Change a ${name}; with its version it is refused if the entry has changed in the meantime`,
    params: OneEntry,
    body: ChangedEntry,
    data: Entry,
  })
  const remove = endpoint({
    name: `remove${name}`,
    method: 'DELETE',
    path: `${writes}/${one}`,
    guard,
    summary: `Delete a ${name} that nothing uses; for an hour the deletion can be taken back`,
    params: OneEntry,
    query: z.strictObject({ version: z.optional(Id) }),
    data: UndoOffer,
  })
  const restore = endpoint({
    name: `restore${name}`,
    method: 'POST',
    path: `${writes}/restore-${path}`,
    guard,
    summary: `Take back one’s own deletion of a ${name}`,
    params: OwnUid,
    body: z.strictObject({ undoId: Id }),
    data: Entry,
  })
  const calls = { [add.name]: add, [change.name]: change, [remove.name]: remove, [restore.name]: restore }
  return calls as unknown as Record<`add${Name}`, typeof add> &
    Record<`change${Name}`, typeof change> &
    Record<`remove${Name}`, typeof remove> &
    Record<`restore${Name}`, typeof restore>
}

/**
 * Declares a category of database maintenance once for both sides (decision I1): a list, adding, changing and
 * deleting entries, how often an entry is used, and taking a deletion back. Of a change only what is given is
 * changed (decision A10); with `version` it is refused if the entry has changed in the meantime.
 */
export function referenceTable<const Name extends string, const Key extends string, const F extends Fields>({
  path,
  ...declared
}: Definition<Name, Key, F>) {
  const { name, key, fields } = declared
  const shapes = shapesOf(key, fields)
  const address = { name, path, one: `${path}/{${key}}` }
  return {
    ...declared,
    entries: shapes.entries,
    /** To be exported by the area under these names. */
    endpoints: { ...readCalls(address, shapes), ...writeCalls(address, shapes) },
  }
}
