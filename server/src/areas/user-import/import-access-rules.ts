import {
  type ImportField,
  importAccessFields,
  IMPORT_VALUE_MAX,
} from '@portico/contract/user-import/user-import-rules.ts'
import { dayOfCell, IMPORT_NAMES_MAX, rightOf } from './import-access-values.ts'
import { accessKey, type Found, partsOf, suggestionOf } from './import-cell-names.ts'
import { findSets, type NamedSet, setsByKey } from './import-set-rules.ts'
import type { Permissions } from '../permissions/public.ts'
import type { Suggestions } from './import-suggestions.ts'
import type { GivenRow, RowIssue } from './import-rows.ts'

type Given = GivenRow['given']

/** What an administrator can give, by the keys of its names. */
export interface Givable {
  readonly systems: ReadonlyMap<string, NamedSystem>
  /** Under their own name and under 'Application / Page'. */
  readonly pages: ReadonlyMap<string, readonly GivablePage[]>
  /** The names of the pages of an application. */
  readonly pageNames: ReadonlyMap<number, readonly string[]>
  /** Permission sets of any client in the scope of the administrator. */
  readonly sets: ReadonlyMap<string, readonly NamedSet[]>
}
interface NamedSystem {
  readonly id: number
  readonly name: string
}
export interface GivablePage extends NamedSystem {
  readonly systemId: number
  readonly systemName: string
}

/** What the rows of a batch are read with. */
export interface AccessReading {
  readonly givable: Givable
  readonly suggestions: Suggestions
  /** The end of a last day, YYYY-MM-DD. */
  readonly endOf: (day: string) => Date | undefined
}

/** The access that a row gives, or what is wrong with it. */
export interface RowAccess {
  readonly permissions: Permissions
  /** For each name of a permission set those that have it; which one is meant depends on the employer. */
  readonly sets: readonly (readonly NamedSet[])[]
  readonly endsAt: Date | null
  readonly issues: readonly RowIssue[]
}

export const hasAccess = (given: Given): boolean => importAccessFields.some((field) => given[field] !== undefined)

const pageName = ({ systemName, name }: GivablePage): string => `${systemName} / ${name}`

/** Groups what can be given by the keys under which rows name it. */
export function givableOf(
  systems: readonly NamedSystem[],
  pages: readonly GivablePage[],
  sets: readonly NamedSet[] = [],
): Givable {
  const keyed = pages.flatMap((page) => [accessKey(page.name), accessKey(pageName(page))].map((key) => ({ key, page })))
  return {
    systems: new Map(systems.map((system) => [accessKey(system.name), system])),
    pages: new Map([...Map.groupBy(keyed, ({ key }) => key)].map(([key, all]) => [key, all.map(({ page }) => page)])),
    pageNames: new Map(
      [...Map.groupBy(pages, ({ systemId }) => systemId)].map(([id, all]) => [id, all.map(({ name }) => name)]),
    ),
    sets: setsByKey(sets),
  }
}

/**
 * Reads the access columns of a row. The applications are those that the administrator can give; a page may be named
 * alone where only one application of the row has it.
 */
export function readAccess(given: Given, reading: AccessReading): RowAccess {
  const tooLong = importAccessFields.flatMap((field) => lengthIssue(field, given[field]))
  if (tooLong.length > 0) return { permissions: { system: [], page: [] }, sets: [], endsAt: null, issues: tooLong }
  const systems = findSystems(given.applicationsTxt, reading)
  const pages = findPages(given.pagesTxt, reading, systems.items)
  const rights = findRights(given.rightsTxt, systems.items)
  const day = given.accessEndDt === undefined ? null : dayOfCell(given.accessEndDt)
  const endsAt = day === null ? null : reading.endOf(day)
  const sets = findSets(given.setsTxt, reading)
  const hasNone = systems.items.length === 0 && systems.issues.length === 0
  const hasNoSet = sets.items.length === 0 && sets.issues.length === 0
  const alone = (['rightsTxt', 'accessEndDt'] as const).filter(
    (field) => hasNone && (field === 'rightsTxt' || hasNoSet) && given[field] !== undefined,
  )
  const badDay = given.accessEndDt !== undefined && (day === null || endsAt === undefined)
  return {
    permissions: {
      system: systems.items.map(({ id }) => ({
        systemId: id,
        isAdmin: rights.items.some(({ systemId, right }) => systemId === id && right === 'admin'),
        hasSensitiveData: rights.items.some(({ systemId, right }) => systemId === id && right === 'sensitive'),
        endsAt: endsAt ?? null,
      })),
      page: pages.items.map(({ id }) => ({ pageId: id, endsAt: endsAt ?? null })),
    },
    sets: sets.items,
    endsAt: endsAt ?? null,
    issues: [
      ...systems.issues,
      ...pages.issues,
      ...sets.issues,
      ...alone.map((field): RowIssue => ({ field, text: 'import_access_alone' })),
      ...(hasNone ? [] : rights.issues),
      ...(badDay && !alone.includes('accessEndDt')
        ? [{ field: 'accessEndDt', text: 'import_access_day' } as const]
        : []),
    ],
  }
}

/** A value that was cut off when it was read names something else. */
function lengthIssue(field: ImportField, value = ''): RowIssue[] {
  const isTooLong = value.length >= IMPORT_VALUE_MAX || partsOf(value).length > IMPORT_NAMES_MAX
  return isTooLong ? [{ field, text: 'import_access_too_long', values: { count: IMPORT_NAMES_MAX } }] : []
}

function findSystems(
  value: string | undefined,
  { givable: { systems }, suggestions }: AccessReading,
): Found<NamedSystem> {
  const parts = partsOf(value)
  const items = parts.flatMap((part) => systems.get(accessKey(part)) ?? [])
  const unknown = parts.find((part) => !systems.has(accessKey(part)))
  if (unknown === undefined) return { items, issues: [] }
  const named = parts.map((part) => ({ part, name: systems.get(accessKey(part))?.name }))
  const suggested = suggestionOf(named, (key) => suggestions.application(key))
  const issue = { field: 'applicationsTxt', text: 'import_application_unknown', values: { name: unknown } } as const
  return { items, issues: [{ ...issue, ...suggested }] }
}

function findPages(
  value: string | undefined,
  { givable: { pages }, suggestions }: AccessReading,
  systems: readonly NamedSystem[],
): Found<GivablePage> {
  const ids = systems.map(({ id }) => id)
  const matches = partsOf(value).map((part) => {
    const all = pages.get(accessKey(part)) ?? []
    const ofRow = all.filter(({ systemId }) => ids.includes(systemId))
    return { part, found: ofRow.length > 0 ? ofRow : all }
  })
  const items = matches.flatMap(({ found }) => found.slice(0, 1))
  const bad = matches.find(({ found }) => found.length !== 1)
  if (!bad) return { items, issues: [] }
  if (bad.found.length > 1) return { items, issues: [ambiguous(bad.part, bad.found)] }
  const named = matches.map(({ part, found }) => ({ part, name: found.length > 0 ? part : undefined }))
  const suggested = suggestionOf(named, (key) => suggestions.page(key, ids))
  return {
    items,
    issues: [{ field: 'pagesTxt', text: 'import_page_unknown', values: { name: bad.part }, ...suggested }],
  }
}

/** Applications that a sentence names. */
const NAMED_MAX = 3

const ambiguous = (name: string, found: readonly GivablePage[]): RowIssue => ({
  field: 'pagesTxt',
  text: 'import_page_ambiguous',
  values: {
    name,
    applications: found
      .slice(0, NAMED_MAX)
      .map(({ systemName }) => systemName)
      .join(', '),
    example: found[0] ? pageName(found[0]) : name,
  },
})

interface GivenRight {
  systemId: number
  right: 'admin' | 'sensitive'
}

/** Rights are for every application of the row, or for the one before a colon. */
function findRights(value: string | undefined, systems: readonly NamedSystem[]): Found<GivenRight> {
  const prefixes = systems.map((system) => ({ system, prefix: `${accessKey(system.name)}:` }))
  const found = partsOf(value).map((part) => {
    const key = accessKey(part)
    const own = prefixes.find(({ prefix }) => key.startsWith(prefix))?.system
    const right = rightOf(own ? part.slice(part.lastIndexOf(':') + 1) : part)
    return { part, right, systems: own ? [own] : systems }
  })
  const unknown = found.find(({ right }) => right === null)
  return {
    items: found.flatMap((each) =>
      each.systems.flatMap(({ id }) => (each.right === null ? [] : [{ systemId: id, right: each.right }])),
    ),
    issues: unknown ? [{ field: 'rightsTxt', text: 'import_right_unknown', values: { name: unknown.part } }] : [],
  }
}

const fieldOfRule: Readonly<Record<string, ImportField>> = {
  permission_no_sensitive: 'rightsTxt',
  permission_no_page: 'pagesTxt',
  permission_unknown_page: 'pagesTxt',
  permission_page_alone: 'pagesTxt',
  permission_internal_only: 'pagesTxt',
  permission_end_past: 'accessEndDt',
}

/** The column that a broken rule of permissions is about. */
export const accessField = (rule: string): ImportField => fieldOfRule[rule] ?? 'applicationsTxt'
