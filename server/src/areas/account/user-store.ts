import type { SectionSort } from '@portico/contract/account/account.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import { personFields } from '../../config/directory-setting-list.mjs'
import type { Tx } from '../../db/database.ts'
import type { DirectoryPerson } from '../../ports/directory/directory.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

export interface MailReader {
  email: string | null
  clientId: number
  firstName: string
  userName: string
  personName: string
}

const columnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  jobTitle: 'job_title',
  employeeId: 'employee_id',
} as const

// The table `users`, as far as users or their directory change it.

const selectUsers = statement([int], {
  name: 'account: select users',
  text: `select email, client_id as "clientId", first_name as "firstName", user_name as "userName",
                first_name || ' ' || last_name as "personName" from users where id = $1`,
  row: { email: text, clientId: int, firstName: text, userName: text, personName: text },
})

/** The recipient data of an email to the user. */
export async function getMailRecipient(tx: Tx, userId: number): Promise<MailReader> {
  const row = await runFirst(tx, selectUsers(userId))
  if (!row) throw new Error('The user has no row')
  return row
}

export async function setSectionSort(tx: Tx, userId: number, sort: SectionSort): Promise<void> {
  await run(tx, queries.updateTable('users').set({ section_sort: sort }).where('id', '=', userId))
}

/** Null: the language of the browser. */
export async function setLanguage(tx: Tx, userId: number, language: Language | null): Promise<void> {
  await run(tx, queries.updateTable('users').set({ language }).where('id', '=', userId))
}

/** Copies the directory's attributes of a user; returns the fields that changed. */
export async function copyDirectoryPerson(tx: Tx, userId: number, person: DirectoryPerson): Promise<string[]> {
  const before = await runFirst(
    tx,
    queries
      .selectFrom('users')
      .select(Object.values(columnOf))
      .where('id', '=', userId)
      .where('sign_in_kind', '=', 'directory')
      .forUpdate(),
  )
  if (!before) return []
  const fields = personFields.filter(
    (field) => person[field] !== undefined && person[field] !== before[columnOf[field]],
  )
  if (fields.length === 0) return []
  const changes = Object.fromEntries(fields.map((field) => [columnOf[field], person[field]]))
  await run(
    tx,
    queries
      .updateTable('users')
      .set({ ...changes, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', userId),
  )
  return fields
}
