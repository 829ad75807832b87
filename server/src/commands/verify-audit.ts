import { readConfig } from '../config/config.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { ask } from '../db/ask.ts'
import { StartError } from '../start-error.ts'
import { openPatiently, openServer } from './open.ts'

/** `verify-audit`: checks the hash chain over the audit events; exit code 1 where it is broken. */
export async function verifyAuditCommand(): Promise<void> {
  const server = await openServer(readConfig(process.env))
  await refuseUnmigrated(server.url).catch(async (error: unknown) => {
    await server.close()
    throw error
  })
  const database = await openPatiently(server, 'verify-audit')
  try {
    const breaks = await database.jobs.read(everything, (tx) =>
      ask<Record<string, unknown>>(tx, 'verify-audit', 'select * from verify_audit_chain()', []),
    )
    if (breaks.length)
      throw new StartError(`The audit trail has been changed or has gaps: ${JSON.stringify(breaks[0])}`)
    process.stdout.write('The audit trail is whole.\n')
  } finally {
    await database.close()
    await server.close()
  }
}
