import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres/src/embedded-postgres.ts'

/** The embedded database of a portal, which stays open when the portal is killed. */
export interface OpenDatabase {
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Opens the embedded database of the portal in this folder, while the portal runs. */
export async function openDatabase(folder: string): Promise<OpenDatabase> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data', 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  return {
    query: async (text, values = []) => {
      const { rows }: pg.QueryResult<Record<string, unknown>> = await client.query(text, [...values])
      return rows
    },
    close: async () => {
      await client.end()
      await postgres.stop()
    },
  }
}

async function inDatabase(folder: string, statement: string): Promise<void> {
  const database = await openDatabase(folder)
  await database.query(statement)
  await database.close()
}

/**
 * Adds undelivered mails to mail1@gone.example and so on, the first the newest; every fifth waits until tomorrow for its
 * next attempt.
 */
export const addUndeliveredMails = (folder: string, count: number): Promise<void> =>
  inDatabase(
    folder,
    `insert into outbox_mails (dedupe_key, to_address, template, state, attempts, last_error, created_at, next_attempt_at,
                               good_until, client_id)
     select 'undelivered ' || n, 'mail' || n || '@gone.example', 'test', case when n % 5 = 0 then 'waiting' else 'dead' end,
            n, 'The mail server answered 550 no such user', now() - n * interval '1 minute', now() + interval '1 day',
            now() + interval '3 days', (select min(id) from clients)
       from generate_series(1, ${count}) n`,
  )

/** Makes every session one whose user signed in an hour ago. */
export const ageSessions = (folder: string): Promise<void> =>
  inDatabase(folder, "update sessions set authenticated_at = now() - interval '1 hour'")

/** Makes the demo's administrator a user of the company directory. */
export const moveAdminToDirectory = (folder: string): Promise<void> =>
  inDatabase(
    folder,
    "update users set sign_in_kind = 'directory', password_hash = null where user_name = 'portal.admin'",
  )

/** Gives all active users of Accounting at Meridian Health Partners Card Services with one of its pages. */
export const giveAccountants = (folder: string): Promise<void> =>
  inDatabase(
    folder,
    `with accountants as (
       select person.id from users person
         join departments department on department.id = person.department_id and department.name = 'Accounting'
         join clients employer on employer.id = person.client_id and employer.name = 'Meridian Health Partners'
        where person.status = 1),
     systems_given as (
       insert into user_system_grants (user_id, system_id)
       select accountants.id, system.id from accountants, systems system where system.name = 'Card Services'
       on conflict do nothing)
     insert into user_page_grants (user_id, page_id)
     select accountants.id, page.id from accountants, pages page where page.name = 'Card Orders'
     on conflict do nothing`,
  )
