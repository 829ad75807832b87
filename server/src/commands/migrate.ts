import { readConfig } from '../config/config.ts'
import { migrate } from '../db/migrate.ts'
import { createQueues } from '../jobs/runner.ts'
import { openServer } from './open.ts'

/** `migrate`: migrates the database to this version. */
export async function migrateCommand(): Promise<void> {
  const server = await openServer(readConfig(process.env))
  try {
    const { applied } = await migrate(server.url)
    await createQueues(server.url)
    process.stdout.write(applied.length ? `Applied: ${applied.join(', ')}\n` : 'The database is up to date.\n')
  } finally {
    await server.close()
  }
}
