import type { SectionSort } from '@portico/contract/account.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import { personFields } from '../../config/directory-settings.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { DirectoryPerson } from '../../ports/directory/directory.ts'

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

/** The table `users`, as far as users or their directory change it. */
export function userStore(tx: Tx) {
  return {
    /** The recipient data of an email to the user. */
    getReader: async (userId: number): Promise<MailReader> => {
      const [row] = await query<MailReader>(
        tx,
        `select email, client_id as "clientId", first_name as "firstName", user_name as "userName",
                first_name || ' ' || last_name as "personName" from users where id = $1`,
        [userId],
      )
      if (!row) throw new Error('The user has no row')
      return row
    },

    setSectionSort: async (userId: number, sort: SectionSort): Promise<void> => {
      await tx.updateTable('users').set({ section_sort: sort }).where('id', '=', userId).execute()
    },

    /** Null: the language of the browser. */
    setLanguage: async (userId: number, language: Language | null): Promise<void> => {
      await tx.updateTable('users').set({ language }).where('id', '=', userId).execute()
    },

    /** Copies the directory's attributes of a user; returns the fields that changed. */
    followDirectory: async (userId: number, person: DirectoryPerson): Promise<string[]> => {
      const before = await tx
        .selectFrom('users')
        .select(Object.values(columnOf))
        .where('id', '=', userId)
        .where('sign_in_kind', '=', 'directory')
        .forUpdate()
        .executeTakeFirst()
      if (!before) return []
      const fields = personFields.filter(
        (field) => person[field] !== undefined && person[field] !== before[columnOf[field]],
      )
      if (fields.length === 0) return []
      const changes = Object.fromEntries(fields.map((field) => [columnOf[field], person[field]]))
      await tx
        .updateTable('users')
        .set({ ...changes, updated_at: sql<Date>`clock_now()` })
        .where('id', '=', userId)
        .execute()
      return fields
    },
  }
}
