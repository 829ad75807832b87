import * as z from 'zod/mini'
import { PageNo } from './codecs.ts'
import type { Shape } from './endpoint.ts'

/** Allowed numbers of rows per page. */
export const pageSizes = [15, 30, 60] as const
export type PageSize = (typeof pageSizes)[number]

/** File formats of an exported list. */
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A page size, also as text, as in query strings. */
const PageSize = z.codec(
  z.union([z.literal([...pageSizes]), z.literal(['15', '30', '60'])]),
  z.literal([...pageSizes]),
  { decode: (wire) => Number(wire) as PageSize, encode: (size) => size },
)

const directions = ['asc', 'desc'] as const
export type Direction = (typeof directions)[number]

export interface Sort<Column extends string = string> {
  readonly column: Column
  readonly direction: Direction
}

export type ListFilters = Readonly<Record<string, Shape>>
type Optional<Filters extends ListFilters> = { [Name in keyof Filters]: z.ZodMiniOptional<Filters[Name]> }

interface ListDefinition<Column extends string, Filters extends ListFilters> {
  /** Wire names of the sortable columns; ascending unless `direction` is given. */
  columns: readonly Column[]
  /** Schemas of the filters by wire name; each is optional. */
  filters: Filters
  defaultSort: Sort<Column>
}

/**
 * Declares a list once for both sides: `query` for endpoints that return one page, `selection` for those that return
 * all rows (exports). An undeclared filter, column or key is a '400'.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listQuery<const Column extends string, Filters extends ListFilters>({
  columns,
  filters,
  defaultSort,
}: ListDefinition<Column, Filters>) {
  const optional = Object.fromEntries(
    Object.entries(filters).map(([name, shape]) => [name, z.optional(shape)]),
  ) as Optional<Filters>
  const selection = { ...optional, sort: z.optional(z.enum(columns)), direction: z.optional(z.enum(directions)) }
  return {
    columns,
    defaultSort,
    /** The filters' own schemas. */
    filters,
    selection: z.strictObject(selection),
    query: z.strictObject({ ...selection, pageNo: z.optional(PageNo), pageSize: z.optional(PageSize) }),
  }
}

/** A list as `listQuery` declares it. */
export interface List<Column extends string = string> {
  readonly columns: readonly Column[]
  readonly defaultSort: Sort<Column>
}

/** Parameters of a list request besides its filters. */
export interface ListRequest<Column extends string = string> {
  sort?: Column | undefined
  direction?: Direction | undefined
  pageNo?: number | undefined
  /** Rows of a page. */
  pageSize?: number | undefined
}

/** The requested order, or else the list's default. */
export const sortOf = <Column extends string>(list: List<Column>, { sort, direction }: ListRequest<Column>) =>
  sort === undefined ? list.defaultSort : { column: sort, direction: direction ?? 'asc' }
