import * as z from 'zod/mini'
import type { referenceDataTexts } from '../reference-data/reference-data-texts.ts'
import { type Endpoint, pathParams } from './endpoint.ts'
import type { text } from './codecs.ts'
import type { List } from './list.ts'
import {
  addAndChange,
  type Addresses,
  type Fields,
  readCalls,
  removeAndRestore,
  saveCall,
  shapesOf,
} from './reference-calls.ts'

/**
 * Something other than a space, then no line breaks, other control characters, bidirectional overrides, embeddings and
 * isolates, or halves of surrogate pairs. Without the flag `u`: the pattern is also that of the JSON schema.
 */
const ONE_LINE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
  /^\s*(?:[^\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])(?:[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/

/** A name of at most `max` characters in one line, without spaces around it. */
export const entryName = (max: number) =>
  z.codec(z.stringFormat('one_line', ONE_LINE).check(z.maxLength(max)), z.string(), {
    decode: (wire) => wire.normalize('NFC').trim(),
    encode: (name) => name,
  })

/** A domain of mail addresses, in lower case. */
export const mailDomain = z.codec(
  z
    .string()
    .check(z.maxLength(253), z.regex(/^\s*@?(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}\s*$/)),
  z.string(),
  { decode: (wire) => wire.trim().replace(/^@/, '').toLowerCase(), encode: (name) => name },
)

/** Reference-data texts, which the screen of all categories shows. */
export type ReferenceTextKey = keyof typeof referenceDataTexts

/**
 * How a screen asks for a value; one line of text unless a declaration says otherwise. 'secret': a value that is never
 * shown again · choices: one of these values · lookup: something else by its id, named by the field `shownAs`.
 */
export type ReferenceInput =
  | 'text'
  | 'check'
  | 'number'
  | 'secret'
  | { readonly choices: Readonly<Record<string, ReferenceTextKey>> }
  | { readonly lookup: ReferenceLookup; readonly shownAs: string }

/** What entries can refer to. */
export type ReferenceLookup = 'employers' | 'classificationTypes' | 'systems'

interface Definition<Name extends string, Key extends string, F extends Fields, S extends Fields, A extends Addresses> {
  /** One entry in Pascal case; the calls are named after it: 'Department'. */
  name: Name
  /** End of the addresses: 'departments'. */
  path: string
  /** Wire name of the id, also in addresses. One of the fields where administrators give it, such as 'domainNm'. */
  key: Key
  /** Shapes of the fields by their wire names; the first one gives the order of the list. */
  fields: F
  /** Shapes of what is shown beside the fields and not changed here, such as names of what they refer to. */
  shown?: S
  /** What screens call the fields. */
  labels: Readonly<Record<keyof F | keyof NoInfer<S>, ReferenceTextKey>>
  /** What screens say below fields. */
  helps?: { readonly [Field in keyof F]?: ReferenceTextKey }
  /** Fields that are asked for in another way than one line of text. */
  inputs?: { readonly [Field in keyof F]?: ReferenceInput }
  /** Fields that never change once an entry is added. */
  fixed?: readonly (keyof F & string)[]
  /** Fields whose texts the portal ships: while they are worded so, each reader reads them in their language. */
  shipped?: readonly ((keyof F | keyof NoInfer<S>) & string)[]
  /** Field that gives the order of the list, where it is not the first one. */
  defaultSort?: keyof F | keyof NoInfer<S>
  /** What entries whose `protectedFlg` is set refuse: any change, or only their deletion. */
  protection?: 'change' | 'deletion'
  /** Addresses that differ from the usual ones. */
  addresses?: A
  /** Its changes need a fresh sign-in (S52). */
  isSensitive?: boolean
  texts: {
    /** Name of the category. */
    title: ReferenceTextKey
    /** One entry within a sentence: 'department'. */
    entry: ReferenceTextKey
    /** Why an entry in use stays, where the specification has a text for it. */
    used?: ReferenceTextKey
    /** What screens say where a change fails for a reason that the server does not explain, if not the general text. */
    failed?: ReferenceTextKey
    /** What is deleted where the name of an entry is that of something else, which stays; with `{name}`. */
    remove?: ReferenceTextKey
  }
}

/** What the screen of all categories needs of one, whatever its fields. */
export interface ReferenceCategory {
  readonly name: string
  /** End of the addresses; also names the category in the address of the screen. */
  readonly path: string
  readonly key: string
  readonly fields: Fields
  readonly shown?: Fields
  readonly labels: Readonly<Record<string, ReferenceTextKey>>
  readonly helps?: Readonly<Record<string, ReferenceTextKey | undefined>>
  readonly inputs?: Readonly<Record<string, ReferenceInput | undefined>>
  readonly fixed?: readonly string[]
  readonly shipped?: readonly string[]
  readonly protection?: 'change' | 'deletion'
  readonly addresses?: Addresses
  readonly texts: {
    readonly title: ReferenceTextKey
    readonly entry: ReferenceTextKey
    readonly used?: ReferenceTextKey
    readonly failed?: ReferenceTextKey
    readonly remove?: ReferenceTextKey
  }
  readonly entries: List & { readonly filters: { readonly keyword: ReturnType<typeof text> } }
  readonly endpoints: Readonly<Record<string, unknown>>
}

/** An entry of any category: its key, its fields and its version. */
export type ReferenceEntry = Readonly<Record<string, string | number | boolean | null>> & { readonly version: number }

type Reads<Key extends string, F extends Fields, S extends Fields> = ReturnType<typeof readCalls<Key, F, S>>
type AddAndChange<Key extends string, F extends Fields, S extends Fields> = ReturnType<typeof addAndChange<Key, F, S>>
type Removal<Key extends string, F extends Fields, S extends Fields> = ReturnType<typeof removeAndRestore<Key, F, S>>

/** The calls of a category by their names. */
type NamedCalls<Name extends string, Key extends string, F extends Fields, S extends Fields, A extends Addresses> = {
  [_ in `list${Name}Rows`]: Reads<Key, F, S>['list']
} & { [_ in `count${Name}Uses`]: Reads<Key, F, S>['countUses'] } & {
  [_ in `remove${Name}`]: Removal<Key, F, S>['remove']
} & { [_ in `restore${Name}`]: Removal<Key, F, S>['restore'] } & (A extends { save: object }
    ? { [_ in `save${Name}`]: ReturnType<typeof saveCall<Key, F, S>> }
    : { [_ in `add${Name}`]: AddAndChange<Key, F, S>['add'] } & {
        [_ in `change${Name}`]: AddAndChange<Key, F, S>['change']
      })

/** The calls of a category by what they do. */
export function callsOf({ name, endpoints }: ReferenceCategory) {
  const named = <E>(verb: string, end = '') => (endpoints[`${verb}${name}${end}`] ?? endpoints[`save${name}`]) as E
  type Read = Reads<string, Fields, Fields>
  type Write = AddAndChange<string, Fields, Fields> & Removal<string, Fields, Fields>
  return {
    list: named<Read['list']>('list', 'Rows'),
    countUses: named<Read['countUses']>('count', 'Uses'),
    add: named<Write['add']>('add'),
    change: named<Write['change']>('change'),
    remove: named<Write['remove']>('remove'),
    restore: named<Write['restore']>('restore'),
  }
}

/** Parameters, query and body of the calls that change one category, whichever addresses it has. */
export function requestsOf(category: ReferenceCategory) {
  const { key, addresses: { change, save, remove } = {} } = category
  const calls = callsOf(category)
  const isInPath = ({ path }: Endpoint) => pathParams(path).includes(key)
  const idIn = ({ id = key }: { id?: string } = {}, value?: unknown) => ({ [id]: value })
  return {
    add: (uid: number, body: object) => ({
      params: isInPath(calls.add) ? { uid, [key]: '0' } : { uid },
      body,
    }),
    change: (uid: number, id: number | string, body: object) =>
      isInPath(calls.change)
        ? { params: { uid, [key]: id }, body: save ? { ...body, [key]: id } : body }
        : { params: { uid }, body: { ...body, ...idIn(change ?? save, id) } },
    remove: (uid: number, id: number | string, version?: number) => {
      const given = version === undefined ? {} : { version }
      return isInPath(calls.remove)
        ? { params: { uid, [key]: id }, query: given }
        : { params: { uid }, body: { ...given, ...idIn(remove, id) } }
    },
  }
}

/**
 * Declares a category of database maintenance once for both sides (decision I1): a list, adding, changing and
 * deleting entries, how often an entry is used, and taking a deletion back. Of a change only what is given is
 * changed (decision A10); with `version` it is refused if the entry has changed in the meantime.
 */
export function referenceTable<
  const Name extends string,
  const Key extends string,
  const F extends Fields,
  const S extends Fields = Record<never, never>,
  const A extends Addresses = Record<never, never>,
>(declared: Definition<Name, Key, F, S, A>) {
  const { name, path, key, fields, shown = {} as S, fixed = [], defaultSort, addresses = {} as A } = declared
  const { isSensitive = false } = declared
  const shapes = shapesOf({ key, fields, shown, fixed, defaultSort: defaultSort as string | undefined })
  const address = { name, key, path, one: `${path}/{${key}}`, addresses, isSensitive }
  const { list, countUses } = readCalls(address, shapes)
  const { remove, restore } = removeAndRestore(address, shapes)
  const { add, change } = addAndChange(address, shapes)
  const saves = addresses.save ? [saveCall(address, addresses.save, shapes)] : [add, change]
  const named = [list, countUses, ...saves, remove, restore].map((call) => [call.name, call])
  return {
    ...declared,
    entries: shapes.entries,
    /** To be exported by the area under these names. */
    endpoints: Object.fromEntries(named) as NamedCalls<Name, Key, F, S, A>,
  }
}
