import * as z from 'zod/mini'
import { Id, Ignored, OwnUid, text, YesNo } from './codecs.ts'
import { endpoint, type Method, type Shape } from './endpoint.ts'
import { admin } from './guard.ts'
import { listQuery } from './list.ts'
import { UndoOffer } from './undo-offer.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })
const freshGuard = admin('Database Maintenance', { staffOnly: true, freshSignIn: true })

/** How many records of one kind refer to an entry; lostFlg 'Y': they do not keep it, but lose it when it is deleted. */
const EntryUse = z.object({ usedByNm: z.string(), usageCnt: z.int(), lostFlg: YesNo })

export type Fields = Readonly<Record<string, Shape>>
type Optional<F extends Fields> = { [Name in keyof F]: z.ZodMiniOptional<F[Name]> }
type Keyed<Key extends string, S extends Shape> = { [Name in Key]: S }
/** A key that is one of the fields is given by administrators; any other is a number that the portal gives. */
type KeyShape<Key extends string, F extends Fields, Given extends Shape> = Key extends keyof F ? F[Key] : Given
/** A number that is sent along is ignored. */
type SentKey<Key extends string, F extends Fields> = Key extends keyof F
  ? Record<never, never>
  : Keyed<Key, z.ZodMiniOptional<typeof Ignored>>

/** An address below that of all writes, where it is not the usual one. */
export interface CallAddress {
  readonly method: Method
  /** 'sms-carriers' or 'sms-carriers/{smsCarrierId}'. */
  readonly path: string
  /** Field of the body with the entry's id, where the path does not contain it. */
  readonly id?: string
}

/** Addresses of a category whose calls the specification gives other ones than the usual. */
export interface Addresses {
  readonly add?: CallAddress
  /** Adds an entry where it names none (0 in a path), and changes it otherwise; then there is neither `add` nor `change`. */
  readonly save?: CallAddress
  readonly change?: CallAddress
  readonly remove?: CallAddress
}

interface Declared<Key extends string, F extends Fields, S extends Fields> {
  key: Key
  fields: F
  shown: S
  fixed: readonly string[]
  defaultSort: string | undefined
}

/**
 * The shape of a field as it is read: its type without the limits of what may be written. An entry that these calls did
 * not write, such as one from an import, may break them, and must not keep the whole list from being read. Codecs of
 * texts only tidy what is written.
 */
function readShape(shape: Shape): Shape {
  const { def } = (shape as z.core.$ZodTypes)._zod
  if (shape === Id || def.type === 'number') return z.int()
  if (def.type === 'optional') return z.optional(readShape(def.innerType))
  if (def.type === 'nullable') return z.nullable(readShape(def.innerType))
  const { type, format } = (def.type === 'pipe' ? def.out._zod.def : def) as { type: string; format?: string }
  return type === 'string' && format === undefined ? z.string() : shape
}

/** Shapes of an entry: as it is read, added, changed and addressed. */
export function shapesOf<const Key extends string, F extends Fields, S extends Fields>(declared: Declared<Key, F, S>) {
  const { key, fields, shown, fixed, defaultSort } = declared
  const keyed = <G extends Shape>(shape: G) =>
    ({ [key]: fields[key] ?? shape }) as unknown as Keyed<Key, KeyShape<Key, F, G>>
  const optional = Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => [
      field,
      z.optional(fixed.includes(field) ? Ignored : (shape as z.ZodMiniType)),
    ]),
  ) as unknown as Optional<F>
  // Of a typed key only the length is checked in addresses: an entry with another one is not found.
  const keyShape = (key in fields && (fields[key] as Shape) !== Id ? text(253) : Id) as z.ZodMiniType
  const readFields = Object.fromEntries(
    Object.entries(fields).map(([field, shape]) => [field, readShape(shape)]),
  ) as unknown as F
  const columns = [...Object.keys(fields), ...Object.keys(shown)] as (keyof (F & S) & string)[]
  const sentKey = (key in fields ? {} : { [key]: z.optional(Ignored) }) as SentKey<Key, F>
  const sentShown = Object.fromEntries(Object.keys(shown).map((field) => [field, z.optional(Ignored)])) as Record<
    never,
    never
  >
  return {
    entries: listQuery({
      columns,
      filters: { keyword: text(100) },
      defaultSort: { column: (defaultSort ?? columns[0]) as keyof (F & S) & string, direction: 'asc' },
    }),
    Entry: z.object({ ...keyed(z.int()), ...readFields, ...shown, version: z.int() }),
    NewEntry: z.strictObject({ ...sentKey, ...fields, ...sentShown }),
    ChangedEntry: z.strictObject({ ...sentKey, ...optional, ...sentShown, version: z.optional(Id) }),
    OneEntry: z.strictObject({ [key]: keyShape, uid: Id } as unknown as Keyed<Key, KeyShape<Key, F, typeof Id>> & {
      uid: typeof Id
    }),
    keyShape,
    isKeyField: key in fields,
  }
}

type Shapes<Key extends string, F extends Fields, S extends Fields> = ReturnType<typeof shapesOf<Key, F, S>>

interface Address {
  name: string
  /** Wire name of the id. */
  key: string
  /** End of the addresses of all entries, and of one. */
  path: string
  one: string
  addresses: Addresses
  /** Whether its changes need a fresh sign-in (S52). */
  isSensitive: boolean
}

const writeGuard = (isSensitive: boolean) => (isSensitive ? freshGuard : guard)

/** The calls that read a category. */
export function readCalls<Key extends string, F extends Fields, S extends Fields>(
  { name, path, one }: Address,
  { entries, Entry, OneEntry }: Shapes<Key, F, S>,
) {
  return {
    list: endpoint({
      name: `list${name}Rows`,
      method: 'GET',
      path: `${reads}/${path}`,
      guard,
      query: entries.query,
      data: z.array(Entry),
    }),
    countUses: endpoint({
      name: `count${name}Uses`,
      method: 'GET',
      path: `${writes}/${one}/uses`,
      guard,
      params: OneEntry,
      data: z.array(EntryUse),
    }),
  }
}

/** Address, path parameters and further body fields of a call on one entry. */
function addressed(
  { key, keyShape, isSensitive }: { key: string; keyShape: z.ZodMiniType; isSensitive: boolean },
  { method, path, id = key }: CallAddress,
) {
  const isInPath = path.includes('{')
  return {
    method,
    path: `${writes}/${path}`,
    guard: writeGuard(isSensitive),
    params: z.strictObject({ uid: Id, ...(isInPath && { [key]: keyShape }) }),
    id: isInPath ? {} : { [id]: keyShape },
  }
}

/** The calls that add and change entries where each has an address of its own. */
export function addAndChange<Key extends string, F extends Fields, S extends Fields>(
  { name, key, path, one, addresses, isSensitive }: Address,
  { Entry, NewEntry, ChangedEntry, OneEntry, keyShape }: Shapes<Key, F, S>,
) {
  const { method, path: end } = addresses.add ?? { method: 'POST', path }
  const { id, ...changed } = addressed({ key, keyShape, isSensitive }, addresses.change ?? { method: 'PUT', path: one })
  return {
    add: endpoint({
      name: `add${name}`,
      method,
      path: `${writes}/${end}`,
      guard: writeGuard(isSensitive),
      params: OwnUid,
      body: NewEntry,
      data: Entry,
    }),
    change: endpoint({
      ...changed,
      name: `change${name}`,
      params: changed.params as unknown as typeof OneEntry,
      body: z.extend(ChangedEntry, id) as unknown as typeof ChangedEntry,
      data: Entry,
    }),
  }
}

/** The call that adds an entry where it names none, and changes it otherwise. */
export function saveCall<Key extends string, F extends Fields, S extends Fields>(
  { name, key, isSensitive }: Pick<Address, 'name' | 'key' | 'isSensitive'>,
  address: CallAddress,
  { Entry, NewEntry, keyShape, isKeyField }: Shapes<Key, F, S>,
) {
  const { id, ...saved } = addressed({ key, keyShape: z.union([z.literal('0'), keyShape]), isSensitive }, address)
  const optionalId = Object.fromEntries(Object.keys(id).map((field) => [field, z.optional(keyShape)]))
  return endpoint({
    ...saved,
    name: `save${name}`,
    body: z.extend(NewEntry, { ...(isKeyField ? {} : optionalId), version: z.optional(Id) }),
    data: Entry,
  })
}

/** The calls that delete and restore entries. */
export function removeAndRestore<Key extends string, F extends Fields, S extends Fields>(
  { name, key, path, one, addresses, isSensitive }: Address,
  { Entry, OneEntry, keyShape }: Shapes<Key, F, S>,
) {
  const version = z.strictObject({ version: z.optional(Id) })
  const { id, ...removed } = addressed(
    { key, keyShape, isSensitive },
    addresses.remove ?? { method: 'DELETE', path: one },
  )
  return {
    remove: endpoint({
      ...removed,
      name: `remove${name}`,
      params: removed.params as unknown as typeof OneEntry,
      ...((removed.method === 'DELETE' ? { query: version } : { body: z.extend(version, id) }) as unknown as {
        query: typeof version
      }),
      data: UndoOffer,
    }),
    restore: endpoint({
      name: `restore${name}`,
      method: 'POST',
      path: `${writes}/restore-${path}`,
      guard: writeGuard(isSensitive),
      params: OwnUid,
      body: z.strictObject({ undoId: Id }),
      data: Entry,
    }),
  }
}
