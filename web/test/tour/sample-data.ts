import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { fits, smallestWireValue, wireSchema } from '../../../contract/test/wire-values.ts'

type Schema = ReturnType<typeof wireSchema> & { $ref?: string; oneOf?: Schema[] }

/** Rows of a list; the last one lacks whatever may be missing. */
const ROWS = 3
/** Entries of a list within a row. */
const INNER_ROWS = 2

/** Where a value stands: the name of its field, and its row as a path such as [1, 0]. */
interface Place {
  name: string
  rows: readonly number[]
  mayAll: boolean
  listed: Listed
  isOther: boolean
}

/** The rows of a list that are answered, and of how many. */
export interface Listed {
  from: number
  count: number
  total: number
}

/** Three pages of the usual size, of which the first rows are answered. */
export const few: Listed = { from: 0, count: ROWS, total: 40 }

/** A whole page of what a search offers, which has two. */
export const offered = (pageNo: number, pageSize: number): Listed => ({
  from: (pageNo - 1) * pageSize,
  count: pageSize,
  total: pageSize * 2,
})

/**
 * The moment at which a tour begins; samples lie around it. It is later than the clock of the machine, from which the
 * portal takes the last access of its reader, which never goes back.
 */
export const NOW = new Date('2046-11-24T12:00:00Z')

/**
 * What a call answers where the test says nothing else, in wire form: each field has a value of its own, made from its
 * name, and each row has others. `mayAll`: whether the answers say of the reader that they may do what only some may.
 * `isOther`: single records have the other flags, and all records words that the first three rows do not have.
 */
export function sampleData({ name, data }: Endpoint, mayAll: boolean, listed = few, isOther = false): unknown {
  if (!data) return null
  const made = sampleOf(wireSchema(data), { name, rows: [], mayAll, listed, isOther })
  const isAsGiven = Array.isArray(made) && !isOther
  const sample = isAsGiven ? made.map((row, at) => (at === 0 ? withState(name, row) : row)) : made
  return fits(data, sample) ? sample : smallestWireValue(data)
}

/** Fields of the first row of a list whose state offers what those made from their names do not; undefined: none. */
const firstRows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  listReviewItems: {
    itemStateCd: 'pending',
    decidedDt: null,
    decidedByNm: null,
    mayDecideFlg: 'Y',
    groupNms: undefined,
    permissionSets: undefined,
    undoId: undefined,
  },
  listServiceAccounts: { stateCd: 'active', revokedDt: null, revokedByNm: null },
}

function withState(name: string, row: object): object {
  const fields = { ...row, ...firstRows[name] }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function sampleOf(schema: Schema, place: Place): unknown {
  const kinds = schema.anyOf ?? schema.oneOf
  if (kinds) return oneOf(kinds, place)
  if (schema.enum) return wordOf(schema.enum, place)
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  const [type = 'null'] = [schema.type ?? 'null'].flat()
  return byType[type]?.(schema, place) ?? null
}

const byType: Readonly<Record<string, (schema: Schema, place: Place) => unknown>> = {
  object: objectOf,
  array: listOf,
  string: textOf,
  integer: numberOf,
  number: numberOf,
  boolean: (_schema, place) => isSet(place),
}

const isLastRow = ({ rows }: Pick<Place, 'rows'>) => rows[0] === ROWS - 1

function oneOf(kinds: readonly Schema[], place: Place): unknown {
  const some = kinds.filter(({ type }) => type !== 'null')
  if (some.length < kinds.length && (isLastRow(place) || isReasonAgainst(place))) return null
  const areRecords = some.every(({ type }) => type === 'object')
  return sampleOf(some[areRecords ? numberIn(place) % some.length : 0] ?? {}, place)
}

/** A number that belongs to a name. */
const ofName = (name: string) => name.split('').reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/** A row as a number: 1 for a single record, as for the first row of a list. */
const numberIn = ({ rows }: Pick<Place, 'rows'>) => rows.reduce((sum, row) => sum * 10 + row + 1, 0) || 1

const IS_RIGHT = /^(?:may|portalAdmin|signOnAs)/

/** Who may do everything reads no reason why not. */
const isReasonAgainst = ({ name, rows, mayAll }: Place) => mayAll && rows.length === 0 && name === 'readOnlyReasonCd'

/** Flags of a record differ from each other in one of its rows. */
function isSet({ name, rows, mayAll, isOther }: Place): boolean {
  const isSingle = rows.length === 0
  if (isSingle && IS_RIGHT.test(name)) return mayAll
  const first = ((1 + (ofName(name) % 6)) >> (rows.at(-1) ?? 0)) % 2 === 1
  return first !== (isSingle && isOther)
}

function wordOf(words: readonly unknown[], place: Place): unknown {
  if (words.includes('Y') && words.includes('N')) return isSet(place) ? 'Y' : 'N'
  const later = !place.isOther ? 0 : place.rows.length === 0 ? 1 : ROWS
  return words[(ofName(place.name) + numberIn(place) + later) % words.length]
}

function objectOf({ properties = {}, required = [] }: Schema, place: Place) {
  const isLast = isLastRow(place)
  return Object.fromEntries(
    Object.entries(properties as Record<string, Schema>)
      .filter(([field]) => !isLast || required.includes(field))
      // What contains itself ends here.
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([field, one]) => [field, sampleOf(one, { ...place, name: field })]),
  )
}

function listOf({ items = {}, minItems = 0, maxItems = Number.MAX_SAFE_INTEGER }: Schema, place: Place) {
  const { rows, listed } = place
  if ('$ref' in items) return []
  const { from, count } = rows.length === 0 ? listed : { from: 0, count: INNER_ROWS }
  const length = Math.max(minItems, Math.min(maxItems, count))
  return Array.from({ length }, (_, row) => sampleOf(items, { ...place, rows: [...rows, from + row] }))
}

/** The number that a field of this name has in a row, counted from 1. */
export const sampleNumber = (name: string, row: number): number => 100 + (ofName(name) % 80) * 100 + row

function numberOf({ minimum, maximum, exclusiveMinimum }: Schema, place: Place) {
  if (/^total/i.test(place.name)) return place.listed.total
  const least = exclusiveMinimum === undefined ? Math.max(minimum ?? 0, 0) : exclusiveMinimum + 1
  const most = maximum ?? Number.MAX_SAFE_INTEGER
  const wanted = sampleNumber(place.name, numberIn(place))
  return wanted >= least && wanted <= most ? wanted : least + (wanted % (most - least + 1))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Early in the day of UTC, which is the day before in Chicago. */
function instantOf({ name, rows }: Pick<Place, 'name' | 'rows'>): Date {
  const lies = /until|end|expire|due|to(?:Dt|Day|$)/i.test(name) ? 1 : -1
  const days = 1 + (ofName(name) % 17) + numberIn({ rows }) * 2
  const day = new Date(NOW.getTime() + lies * days * DAY_MS)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 2, ofName(name) % 60))
}

/** Texts that a field may take, those that its name speaks of first. */
function textsFor(place: Place): string[] {
  const { name } = place
  const number = numberIn(place)
  const at = instantOf(place).toISOString()
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  const email = `${name}.${number}@portal.test`
  const address = `https://${name.toLowerCase()}.test/${number}`
  const phone = `206555${String(1000 + (ofName(name) % 80) * 100 + number).slice(-4)}`
  return [
    // A cell of a report may be of any kind.
    ...(name === 'cells' ? [at] : []),
    ...(/e-?mail/i.test(name) && !/nm|attribute/i.test(name) ? [email] : []),
    ...(/url|location|address/i.test(name) ? [address] : []),
    ...(/phone|phn|fax/i.test(name) ? [phone] : []),
    `${name} ${number}`,
    `${name}-${number}`,
    email,
    address,
    at,
    `${month}/${day}/${year}`,
    at.slice(0, 10),
    `#${String(100_000 + ofName(name) * 10 + number)}`,
    `0${number % 10}:30`,
    phone,
    String(number),
    `${name.slice(0, 3).toUpperCase()}${number}`,
  ]
}

function textOf({ allOf = [], pattern, minLength = 0, maxLength = 64 }: Schema, place: Place): string {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) =>
    one === undefined ? [] : [new RegExp(one)],
  )
  const fitting = textsFor(place).find(
    (one) => one.length >= minLength && one.length <= maxLength && patterns.every((each) => each.test(one)),
  )
  return fitting ?? place.name.slice(0, maxLength)
}

/** True for a call whose answer has an envelope. */
export const hasEnvelope = ({ kind }: Endpoint): boolean => ['json', 'upload', 'form-files', 'form'].includes(kind)
