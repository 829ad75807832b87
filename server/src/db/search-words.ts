import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { likePattern } from './like-pattern.ts'

/** The words of a text, without those that another one contains. */
function wordsOf(text: string): string[] {
  const words = [...new Set(text.split(/\s+/))].filter((word) => word !== '')
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
}

/** True for rows whose `searchText` has every word of a text, in any order and case; for all rows without a word. */
export function hasWords(searchText: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const conditions = wordsOf(text).map((word) => {
    const like = sql<SqlBool>`${searchText} like lower(${likePattern(word)} collate "en-x-icu") collate "C"`
    // Without three such characters in a row the trigram index cannot be used and would be read whole.
    return /[a-z0-9]{3}/i.test(word) ? like : sql<SqlBool>`(${like}) is true`
  })
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(conditions, sql` and `)
}
