import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { pageSizes } from '@portico/contract/kit/list.ts'

/** The page sizes of a list that states none; the first is the default (UIGN-026). */
export const PAGE_SIZES = pageSizes

export interface Sort<Column extends string = string> {
  key: Column
  direction: 'asc' | 'desc'
}

type FilterSchemas = Readonly<Record<string, z.ZodMiniType>>
export type FilterValues<Schemas extends FilterSchemas> = { readonly [Name in keyof Schemas]: z.output<Schemas[Name]> }

interface ListDefinition<Schemas extends FilterSchemas, Column extends string> {
  /** By the name that a filter has in the address: `textFilter`, `choiceFilter`, `dayFilter` and the like. */
  filters: Schemas
  /** Filters that choose what the list is about: they do not narrow it, and are kept when filters are cleared. */
  subjects?: readonly NoInfer<Extract<keyof Schemas, string>>[]
  /** Columns that the server sorts by. */
  columns: readonly Column[]
  defaultSort: Sort<NoInfer<Column>>
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

export interface ListSearch<Filters, Column extends string> {
  readonly pageSizes: readonly number[]
  readonly subjects: readonly string[]
  /** Reads an address, however it was typed: what does not fit counts as left out. */
  read: (search: object) => ListValues<Filters, Column>
  /** The opposite; what is as usual is left out of the address. */
  write: (values: ListValues<Filters, Column>) => Record<string, unknown>
}

/** The page of a list as its call takes it. */
export const pageOf = ({ page, size }: { page: number; size: number }) => ({
  pageNo: page,
  pageSize: pageSizes.find((each) => each === size),
})

/** Order and page of a list as its call takes them. */
export const orderAndPageOf = <Column extends string>(values: { sort: Sort<Column>; page: number; size: number }) => ({
  sort: values.sort.key,
  direction: values.sort.direction,
  ...pageOf(values),
})

/** Ignores values that do not match the schema. */
const tolerant = <Schema extends z.ZodMiniType>(schema: Schema) =>
  // oxlint-disable-next-line promise/valid-params -- this is zod's catch, not that of a promise
  z.catch(z.optional(schema), undefined)

/** Typed text. The router reads a word of digits in an address as a number. */
export const textFilter = (maxLength = 100) =>
  tolerant(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((typed) => String(typed).slice(0, maxLength)),
    ),
  )
export const choiceFilter = <const Values extends readonly string[]>(values: Values) => tolerant(z.enum(values))
/** A calendar day, yyyy-MM-dd. */
export const dayFilter = () => tolerant(z.iso.date())
/** The id of a record that was chosen. */
export const idFilter = () => tolerant(z.int().check(z.positive()))
/** Yes or no; 1, Y and y count as Yes (UIGN-034). */
export const yesNoFilter = () =>
  tolerant(
    z.pipe(
      z.union([z.string(), z.number(), z.boolean()]),
      z.transform((value) => (isYes(value) ? ('Y' as const) : ('N' as const))),
    ),
  )

/** A word, or the id of a record, such as `edit=new` beside `edit=7`. */
export const wordOrIdFilter = <const Word extends string>(word: Word) =>
  tolerant(z.union([z.literal(word), z.int().check(z.positive())]))

/**
 * Declares what of a screen without a list lies in its address; returns what reads it. What does not fit counts as left
 * out.
 */
export function screenSearch<Schemas extends FilterSchemas>(
  fields: Schemas,
): (search: object) => FilterValues<Schemas> {
  const shape = z.object(fields)
  return (search) => shape.parse(search) as FilterValues<Schemas>
}

/** What the address says of a screen without a list. */
export const useScreenSearch = <Values>(read: (search: object) => Values): Values =>
  read(useLocation({ select: ({ search }) => search }))

const isYes = (value: unknown) => value === true || ['1', 'Y', 'y'].includes(String(value))

/** Declares what of a list lies in its address; at module scope, once for each list. */
export function listSearch<Schemas extends FilterSchemas, Column extends string>({
  filters,
  subjects = [],
  columns,
  defaultSort,
  pageSizes: sizes = PAGE_SIZES,
}: ListDefinition<Schemas, Column>): ListSearch<FilterValues<Schemas>, Column> {
  const shape = z.object(filters)
  const frame = z.object({
    sort: tolerant(z.enum(columns as readonly [Column, ...Column[]])),
    dir: tolerant(z.enum(['asc', 'desc'])),
    page: tolerant(z.int().check(z.gte(2))),
    size: tolerant(z.int().check(z.refine((size) => sizes.includes(size)))),
    hide: tolerant(z.array(z.string())),
  })
  const defaultSize = sizes[0] ?? PAGE_SIZES[0]
  return {
    pageSizes: sizes,
    subjects,
    read: (search) => {
      const { sort, dir, page = 1, size = defaultSize, hide = [] } = frame.parse(search)
      const key = sort ?? defaultSort.key
      const direction = dir ?? (key === defaultSort.key ? defaultSort.direction : 'asc')
      return {
        filters: shape.parse(search) as FilterValues<Schemas>,
        sort: { key, direction },
        page,
        size,
        hidden: hide,
      }
    },
    write: ({ filters: values, sort, page, size, hidden }) => {
      const isUsual = sort.key === defaultSort.key && sort.direction === defaultSort.direction
      const all = {
        ...Object.fromEntries(
          Object.keys(filters).map((name) => [name, values[name] === '' ? undefined : values[name]]),
        ),
        sort: isUsual ? undefined : sort.key,
        dir: isUsual ? undefined : sort.direction,
        page: page === 1 ? undefined : page,
        size: size === defaultSize ? undefined : size,
        hide: hidden.length === 0 ? undefined : hidden,
      }
      return all
    },
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
