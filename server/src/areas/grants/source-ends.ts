/**
 * SQL: until when the sources of the rows `alias` give something, where none has a planned end 'infinity'; those that
 * may give it now alone, or all of them.
 */
export const endOf = (alias: string, condition = 'true'): string =>
  `max(coalesce(${alias}.ends_at, 'infinity'))${condition === 'true' ? '' : ` filter (where ${condition})`}`

/**
 * SQL: a grant that a source gave lasts longer than all of its sources say, also where none of them may give it now.
 * @param until when the grant ends
 * @param lasts until when its sources last, see `endOf`
 */
export const isTooLong = (until: string, lasts: string): string => `${lasts} < coalesce(${until}, 'infinity')`

/**
 * SQL: a grant that a source gave has another end than the sources give it now. It lasts longer by those that may give
 * it alone, and no longer than all of them say.
 * @param held an open grant with `by_group`
 * @param given a row with `lasts` and `may_last`, see `endOf`; null: none of them may give it
 */
export const hasOtherEnd = (held: string, given: string): string => `
  (${given}.may_last > coalesce(${held}.ends_at, 'infinity')
   or ${isTooLong(`${held}.ends_at`, `${given}.lasts`)})`

/** SQL: how an open grant `held` is closed; one whose end has passed as of that end. */
export const closedSql = 'valid_to = greatest(held.valid_from, least(held.ends_at, clock_now())), closed_by = null'
