import { readConfig } from '../config/config.ts'
import { doctor } from '../db/doctor.ts'
import { StartError } from '../start-error.ts'
import { openServer } from './open.ts'

/** `doctor`: looks at everything the portal needs and says what is missing; exit code 1 where something is. */
export async function doctorCommand(): Promise<void> {
  const server = await openServer(readConfig(process.env))
  try {
    const findings = await doctor(server.url)
    for (const { ok, says } of findings) process.stdout.write(`${ok ? '  ok ' : 'FAIL '} ${says}\n`)
    const failed = findings.filter(({ ok }) => !ok).length
    if (failed) throw new StartError(`${failed} of ${findings.length} checks failed.`)
  } finally {
    await server.close()
  }
}
