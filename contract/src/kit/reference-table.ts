import * as z from 'zod/mini'
import type { referenceDataTexts } from '../texts/reference-data-texts.ts'
import { Id, Ignored, Instant, OwnUid, text } from './codecs.ts'
import { endpoint, type Shape } from './endpoint.ts'
import { admin } from './guard.ts'
import { type List, listQuery } from './list.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })

/** A name of at most `max` characters, without spaces around it. */
export const entryName = (max: number) =>
  z.codec(z.string().check(z.maxLength(max), z.regex(/^\s*[^\0\s][^\0]*$/)), z.string(), {
    decode: (wire) => wire.normalize('NFC').trim(),
    encode: (name) => name,
  })

/** Reference-data texts, which the screen of all categories shows. */
export type ReferenceTextKey = keyof typeof referenceDataTexts

/** How a screen asks for a value; one line of text unless a declaration says otherwise. */
export type ReferenceInput = 'text' | 'check' | 'number'

/** How many records of one kind refer to an entry. */
const EntryUse = z.object({ usedByNm: z.string(), usageCnt: z.int() })

/** Lets its holder restore a deleted entry until then. */
const UndoOffer = z.object({ undoId: z.int(), undoUntilDt: Instant })

type Fields = Readonly<Record<string, Shape>>
type Optional<F extends Fields> = { [Name in keyof F]: z.ZodMiniOptional<F[Name]> }
type Keyed<Key extends string, S extends Shape> = { [Name in Key]: S }
/** A key that is one of the fields is typed by administrators: a text; any other is a number that the portal gives. */
type KeyShape<Key extends string, F extends Fields, Given extends Shape> = Key extends keyof F ? F[Key] : Given
/** A number that is sent along is ignored. */
type SentKey<Key extends string, F extends Fields> = Key extends keyof F
  ? Record<never, never>
  : Keyed<Key, z.ZodMiniOptional<typeof Ignored>>

interface Definition<Name extends string, Key extends string, F extends Fields> {
  /** One entry in Pascal case; the calls are named after it: 'Department'. */
  name: Name
  /** End of the addresses: 'departments'. */
  path: string
  /** Wire name of the id, also in addresses. One of the fields where administrators type it, such as 'domainNm'. */
  key: Key
  /** Shapes of the fields by their wire names; the first one gives the order of the list. */
  fields: F
  /** What screens call the fields. */
  labels: Readonly<Record<keyof F, ReferenceTextKey>>
  /** Fields that are asked for in another way than one line of text. */
  inputs?: { readonly [Field in keyof F]?: ReferenceInput }
  texts: {
    /** Name of the category. */
    title: ReferenceTextKey
    /** One entry within a sentence: 'department'. */
    entry: ReferenceTextKey
  }
}

/** Shapes of an entry: as it is read, added, changed and addressed. */
function shapesOf<const Key extends string, F extends Fields>(key: Key, fields: F) {
  const keyed = <S extends Shape>(shape: S) =>
    ({ [key]: fields[key] ?? shape }) as unknown as Keyed<Key, KeyShape<Key, F, S>>
  const optional = Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => [field, z.optional(shape as z.ZodMiniType)]),
  ) as unknown as Optional<F>
  const columns = Object.keys(fields) as (keyof F & string)[]
  const sentKey = (key in fields ? {} : { [key]: z.optional(Ignored) }) as SentKey<Key, F>
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
  const named = { [add.name]: add, [change.name]: change, [remove.name]: remove, [restore.name]: restore }
  return named as unknown as Record<`add${Name}`, typeof add> &
    Record<`change${Name}`, typeof change> &
    Record<`remove${Name}`, typeof remove> &
    Record<`restore${Name}`, typeof restore>
}

/** What the screen of all categories needs of one, whatever its fields. */
export interface ReferenceCategory {
  readonly name: string
  /** End of the addresses; also names the category in the address of the screen. */
  readonly path: string
  readonly key: string
  readonly fields: Fields
  readonly labels: Readonly<Record<string, ReferenceTextKey>>
  readonly inputs?: Readonly<Record<string, ReferenceInput | undefined>>
  readonly texts: { readonly title: ReferenceTextKey; readonly entry: ReferenceTextKey }
  readonly entries: List
  readonly endpoints: Readonly<Record<string, unknown>>
}

/** An entry of any category: its key, its fields and its version. */
export type ReferenceEntry = Readonly<Record<string, string | number | boolean | null>> & { readonly version: number }

/** The calls of a category by what they do. */
export function callsOf({ name, endpoints }: ReferenceCategory) {
  const named = <E>(verb: string, end = '') => endpoints[`${verb}${name}${end}`] as E
  type Calls = ReturnType<typeof readCalls<'', string, Fields>> & ReturnType<typeof writeCalls<'', string, Fields>>
  return {
    list: named<Calls['listRows']>('list', 'Rows'),
    countUses: named<Calls['countUses']>('count', 'Uses'),
    add: named<Calls['add']>('add'),
    change: named<Calls['change']>('change'),
    remove: named<Calls['remove']>('remove'),
    restore: named<Calls['restore']>('restore'),
  }
}

/**
 * Declares a category of database maintenance once for both sides (decision I1): a list, adding, changing and
 * deleting entries, how often an entry is used, and taking a deletion back. Of a change only what is given is
 * changed (decision A10); with `version` it is refused if the entry has changed in the meantime.
 */
export function referenceTable<const Name extends string, const Key extends string, const F extends Fields>(
  declared: Definition<Name, Key, F>,
) {
  const { name, path, key, fields } = declared
  const shapes = shapesOf(key, fields)
  const address = { name, path, one: `${path}/{${key}}` }
  return {
    ...declared,
    entries: shapes.entries,
    /** To be exported by the area under these names. */
    endpoints: { ...readCalls(address, shapes), ...writeCalls(address, shapes) },
  }
}
