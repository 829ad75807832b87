import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Shape } from '@portico/contract/kit/endpoint.ts'
import { type List, type ListFilters, type PageSize, pageSizes, type Sort } from '@portico/contract/kit/list.ts'

/** The page sizes of a list that states none; the first is the default (UIGN-026). */
export const PAGE_SIZES = pageSizes

/** A list as `listQuery` declares it; without filters where the call has none. */
interface DeclaredList<Column extends string, Wire extends ListFilters> extends List<Column> {
  readonly filters: Wire
}

/**
 * Filters by the name that they have in the address: the wire name of a filter of the call, which then is read as the
 * contract declares it and sent with its value; or a schema of its own, such as `dayFilter()`, for what the screen
 * converts.
 */
type FilterSources<Wire extends ListFilters> = Readonly<Record<string, (keyof Wire & string) | z.ZodMiniType>>

type FilterValues<Wire extends ListFilters, Sources> = {
  readonly [Name in keyof Sources]: Sources[Name] extends keyof Wire
    ? z.output<Wire[Sources[Name]]> | undefined
    : Sources[Name] extends z.ZodMiniType
      ? z.output<Sources[Name]>
      : never
}

type WireValues<Wire extends ListFilters, Sources> = {
  [Name in keyof Sources as Sources[Name] extends keyof Wire & string ? Sources[Name] : never]:
    | z.output<Wire[Sources[Name] & keyof Wire]>
    | undefined
}

interface ListSearchOptions<Name> {
  /** Filters that choose what the list is about: they do not narrow it, and are kept when filters are cleared. */
  subjects?: readonly Name[]
  pageSizes?: readonly number[]
}

/** What an address says of a list. */
export interface ListValues<Filters, Column extends string> {
  filters: Filters
  sort: Sort<Column>
  page: number
  size: number
  /** Columns that the user does not want to see. */
  hidden: readonly string[]
}

interface WireOrder<Column extends string> {
  sort: Column
  direction: 'asc' | 'desc'
}

interface WirePage {
  pageNo: number
  pageSize: PageSize | undefined
}

export interface ListSearch<Filters, Column extends string, Wire = unknown> {
  readonly pageSizes: readonly number[]
  readonly subjects: readonly string[]
  /** Reads an address, however it was typed: what does not fit counts as left out. */
  read: (search: object) => ListValues<Filters, Column>
  /** The opposite; what is as usual is left out of the address. */
  write: (values: ListValues<Filters, Column>) => Record<string, unknown>
  /** Filters and order as the call of an export takes them. */
  selection: (values: Pick<ListValues<Filters, Column>, 'filters' | 'sort'>) => Wire & WireOrder<Column>
  /** The same with the page, as the call of the list takes it. */
  query: (
    values: Pick<ListValues<Filters, Column>, 'filters' | 'sort' | 'page' | 'size'>,
  ) => Wire & WireOrder<Column> & WirePage
}

/** What an address says of the list of a search: `ValuesOf<typeof peopleSearch>`. */
export type ValuesOf<Search extends { read: (search: object) => unknown }> = ReturnType<Search['read']>

/** The page of a list as its call takes it. */
export const pageOf = ({ page, size }: { page: number; size: number }): WirePage => ({
  pageNo: page,
  pageSize: pageSizes.find((each) => each === size),
})

/** Ignores values that do not match the schema. */
const tolerant = <Schema extends z.ZodMiniType>(schema: Schema) =>
  // oxlint-disable-next-line promise/valid-params -- this is zod's catch, not that of a promise
  z.catch(z.optional(schema), undefined)

/** A calendar day, yyyy-MM-dd. */
export const dayFilter = () => tolerant(z.iso.date())
export const choiceFilter = <const Values extends readonly string[]>(values: Values) => tolerant(z.enum(values))
/** The id of a record that was chosen. */
export const idFilter = () => tolerant(z.int().check(z.positive()))
/** Typed text. The router reads a word of digits in an address as a number. */
export const textFilter = (maxLength = 100) => wireFilter(z.string().check(z.maxLength(maxLength)))

/** A word, or the id of a record, such as `edit=new` beside `edit=7`. */
export const wordOrIdFilter = <const Word extends string>(word: Word) =>
  tolerant(z.union([z.literal(word), z.int().check(z.positive())]))

/** Most characters of a text; undefined where the contract sets none. */
function maxLengthOf(shape: Shape): number | undefined {
  const check = shape._zod.def.checks?.find(({ _zod: { def } }) => def.check === 'max_length')
  return check && 'maximum' in check._zod.def ? Number(check._zod.def.maximum) : undefined
}

/** A value as the contract declares it, however it is typed in an address; longer text is cut. */
function wireFilter<Wire extends Shape>(shape: Wire) {
  return z.optional(
    z.pipe(
      z.unknown(),
      z.transform((typed): z.output<Wire> | undefined => {
        if (!['string', 'number', 'boolean'].includes(typeof typed)) return undefined
        const text = String(typed).slice(0, maxLengthOf(shape))
        const read = [typed, text].map((wire) => z.safeDecode(shape, wire as z.input<Wire>))
        return read.find(({ success }) => success)?.data
      }),
    ),
  )
}

/**
 * Declares what of a screen without a list lies in its address; returns what reads it. What does not fit counts as left
 * out.
 */
export function screenSearch<Schemas extends Readonly<Record<string, z.ZodMiniType>>>(
  fields: Schemas,
): (search: object) => { readonly [Name in keyof Schemas]: z.output<Schemas[Name]> } {
  const shape = z.object(fields)
  return (search) => shape.parse(search) as { readonly [Name in keyof Schemas]: z.output<Schemas[Name]> }
}

/** What the address says of a screen without a list. */
export const useScreenSearch = <Values>(read: (search: object) => Values): Values =>
  read(useLocation({ select: ({ search }) => search }))

/** Declares what of a list lies in its address; at module scope, once for each list. */
export function listSearch<
  const Column extends string,
  Wire extends ListFilters,
  const Sources extends FilterSources<Wire>,
>(
  { columns, defaultSort, filters: wire }: DeclaredList<Column, Wire>,
  sources: Sources,
  { subjects = [], pageSizes: sizes = PAGE_SIZES }: ListSearchOptions<Extract<keyof Sources, string>> = {},
): ListSearch<FilterValues<Wire, Sources>, Column, WireValues<Wire, Sources>> {
  type Filters = FilterValues<Wire, Sources>
  const schemaOf = (source: string | z.ZodMiniType) =>
    typeof source === 'string' ? wireFilter(wire[source] ?? z.never()) : source
  const shape = z.object(Object.fromEntries(Object.entries(sources).map(([name, each]) => [name, schemaOf(each)])))
  const frame = z.object({
    sort: tolerant(z.enum(columns as readonly [Column, ...Column[]])),
    dir: tolerant(z.enum(['asc', 'desc'])),
    page: tolerant(z.int().check(z.gte(2))),
    size: tolerant(z.int().check(z.refine((size) => sizes.includes(size)))),
    hide: tolerant(z.array(z.string())),
  })
  const defaultSize = sizes[0] ?? PAGE_SIZES[0]
  const selection: ListSearch<Filters, Column, WireValues<Wire, Sources>>['selection'] = ({ filters, sort }) => ({
    ...(Object.fromEntries(
      Object.entries(sources).flatMap(([name, source]) =>
        typeof source === 'string' ? [[source, filters[name]]] : [],
      ),
    ) as WireValues<Wire, Sources>),
    sort: sort.column,
    direction: sort.direction,
  })
  return {
    pageSizes: sizes,
    subjects,
    read: (search) => {
      const { sort, dir, page = 1, size = defaultSize, hide = [] } = frame.parse(search)
      const column = sort ?? defaultSort.column
      const direction = dir ?? (column === defaultSort.column ? defaultSort.direction : 'asc')
      return { filters: shape.parse(search) as Filters, sort: { column, direction }, page, size, hidden: hide }
    },
    write: ({ filters, sort, page, size, hidden }) => {
      const isUsual = sort.column === defaultSort.column && sort.direction === defaultSort.direction
      return {
        ...Object.fromEntries(
          Object.keys(sources).map((name) => [name, filters[name] === '' ? undefined : filters[name]]),
        ),
        sort: isUsual ? undefined : sort.column,
        dir: isUsual ? undefined : sort.direction,
        page: page === 1 ? undefined : page,
        size: size === defaultSize ? undefined : size,
        hide: hidden.length === 0 ? undefined : hidden,
      }
    },
    selection,
    query: ({ page, size, ...values }) => ({ ...selection(values), ...pageOf({ page, size }) }),
  }
}

export interface ListChange<Filters, Column extends string> {
  filters?: { [Name in keyof Filters]?: Filters[Name] | undefined }
  sort?: Sort<Column>
  page?: number
  size?: number
  hidden?: readonly string[]
}

export interface ListState<Filters, Column extends string> extends ListValues<Filters, Column> {
  readonly pageSizes: readonly number[]
  /** True while any filter narrows the list. */
  isFiltered: boolean
  /** Any change of filter, order or page size begins again at the first page (UIGN-008). */
  set: (change: ListChange<Filters, Column>) => void
  /** Shows another page in place of one that the list no longer has; Back does not lead to that one. */
  replacePage: (page: number) => void
  clearFilters: () => void
  /** Reads filters as those of an address, for example saved ones, to replace those of the list. */
  readFilters: (search: object) => Filters
}

/** The state of a list in the address of its page, and the way to change it. */
export function useListSearch<Filters, Column extends string>(
  list: ListSearch<Filters, Column>,
): ListState<Filters, Column> {
  const router = useRouter()
  const raw = useLocation({ select: ({ search }) => search })
  return listState(list, list.read(raw), (change, replace = change.filters !== undefined) => {
    // What the screen was drawn with may be older than the address, while the rows of the last change are on their way.
    const { pathname, search } = router.latestLocation
    const next = changedValues(list.read(search), change)
    const query = router.options.stringifySearch({ ...search, ...list.write(next) })
    // Typing into a filter fills no history.
    void router.navigate({ href: pathname + query, replace })
  })
}

/** The same for a list in a dialog: its state begins anew with the dialog and is not in the address. */
export function useListInDialog<Filters, Column extends string>(
  list: ListSearch<Filters, Column>,
): ListState<Filters, Column> {
  const [values, setValues] = useState(() => list.read({}))
  return listState(list, values, (change) => setValues((before) => changedValues(before, change)))
}

function changedValues<Filters, Column extends string>(
  before: ListValues<Filters, Column>,
  change: ListChange<Filters, Column>,
): ListValues<Filters, Column> {
  const page = change.page ?? (change.hidden === undefined ? 1 : before.page)
  return { ...before, ...change, page, filters: { ...before.filters, ...change.filters } }
}

function listState<Filters, Column extends string>(
  list: ListSearch<Filters, Column>,
  values: ListValues<Filters, Column>,
  change: (change: ListChange<Filters, Column>, replace?: boolean) => void,
): ListState<Filters, Column> {
  const narrowing = Object.entries(values.filters as object).filter(([name]) => !list.subjects.includes(name))
  const none = Object.fromEntries(narrowing.map(([name]) => [name, undefined]))
  return {
    ...values,
    pageSizes: list.pageSizes,
    isFiltered: narrowing.some(([, value]) => value !== undefined),
    set: (next) => change(next),
    replacePage: (page) => change({ page }, true),
    readFilters: (search) => ({ ...none, ...list.read(search).filters }),
    clearFilters: () => change({ filters: none as ListChange<Filters, Column>['filters'] & object }),
  }
}
