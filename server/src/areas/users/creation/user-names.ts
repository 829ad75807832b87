import type { Tx } from '../../../db/database.ts'
import { run, runFirst } from '../../../db/run.ts'
import { numberedNames } from './user-name-rules.ts'
import { arrayOf, int, nullable, statement, text } from '../../../db/statement.ts'

/** Folded before they are compared: behind the policy of users, only a plain value is looked up by the index. */
export const userNamesTaken = `
  select name from (select name, fold_user_name(name) as folded from unnest($1::text[]) name offset 0) each
   where exists (select from users where user_name_folded = folded)`

const selectUnnest = statement([arrayOf(text)], {
  name: 'users: select unnest',
  text: userNamesTaken,
  row: { name: text },
})

/** Returns the names that no user has, in any case. The transaction must see everyone. */
export async function freeUserNames(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await run(tx, selectUnnest(names))
  const takenNames = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !takenNames.has(name))
}

/** Names looked up at first; each further time it is twice as many. */
const NAMES_AT_FIRST = 100

/** Returns the first name of a base that no user has: itself, or with a number. The transaction must see everyone. */
export async function firstFreeName(tx: Tx, base: string): Promise<string> {
  for (let from = 1, count = NAMES_AT_FIRST; ; from += count, count *= 2) {
    const [free] = await freeUserNames(tx, numberedNames(base, from, count))
    if (free !== undefined) return free
  }
}

const selectUsers = statement([text, nullable(int)], {
  name: 'user names: select users',
  text: `select first_name || ' ' || last_name as name, user_name as "userNm" from users
      where email_folded = fold_email($1) and status < 3 and id is distinct from $2 order by id limit 1`,
  row: { name: text, userNm: text },
})

/**
 * Returns the first user in scope with this email address, in any case, who is not deleted.
 * @param exceptUserId a user who does not count; null: everyone counts
 */
export async function findEmailHolder(
  tx: Tx,
  email: string,
  exceptUserId: number | null,
): Promise<{ name: string; userNm: string } | undefined> {
  return runFirst(tx, selectUsers(email, exceptUserId))
}
