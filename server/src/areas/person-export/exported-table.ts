/** Why something of the database is not in the export of a person. */
export const leftOutReasons = ['secret', 'others', 'organization', 'short', 'portal', 'derived', 'staff'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** Parts of an export, in their order. */
export const exportParts = ['account', 'sign_in', 'access', 'content', 'activity'] as const
export type ExportPart = (typeof exportParts)[number]

/**
 * The rows of a table that are about a person. In its SQL the row is `t`, the person `asker.person`; `asker.reader` is
 * the client whose people the reader may see, null: all; `asker.sees_internal` is true of readers who see what only
 * internal administrators see. A subquery that an index has to serve says `$1` for the person.
 */
export interface ExportedTable {
  readonly part: ExportPart
  /** What is exported: name and SQL. */
  readonly values: Readonly<Record<string, string>>
  /** Tables that give the row its names. */
  readonly joins?: string
  readonly where: string
  /** No page shows these rows to administrators of clients. */
  readonly isHiddenFromClients?: true
  /** Columns that are no part of it, and why. */
  readonly without?: Readonly<Record<string, LeftOutReason>>
}

/** Columns by their names in the export. */
export const columns = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), `t.${name}`]),
  )

/** The name of somebody else, where the reader may see them. */
export const nameOf = (id: string): string =>
  `(select other.first_name || ' ' || other.last_name from users other
     where other.id = ${id} and (asker.reader is null or other.client_id = asker.reader))`

/** The statement of a table: its parameters are the person, the client of the reader, and whether they are internal. */
export function exportStatement(table: string, { values, joins = '', where }: ExportedTable): string {
  const selected = Object.entries(values).map(([name, value]) => `${value} as "${name}"`)
  return `
    select ${selected.join(', ')}
      from ${table} t
      cross join (select $1::integer as person, $2::integer as reader, $3::boolean as sees_internal) asker
      ${joins}
     where ${where}
     order by 1`
}
