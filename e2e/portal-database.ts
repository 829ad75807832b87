import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'

/** Runs statements in the embedded database of the portal in this folder, while the portal runs. */
async function inDatabase(folder: string, statements: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data', 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(statements)
  await client.end()
  await postgres.stop()
}

/** Makes every session one whose user signed in an hour ago. */
export const ageSessions = (folder: string): Promise<void> =>
  inDatabase(folder, "update sessions set authenticated_at = now() - interval '1 hour'")

/** Makes the demo's administrator a user of the company directory. */
export const moveAdminToDirectory = (folder: string): Promise<void> =>
  inDatabase(
    folder,
    "update users set sign_in_kind = 'directory', password_hash = null where user_name = 'portal.admin'",
  )
