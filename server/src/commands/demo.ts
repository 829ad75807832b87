import { passwordHashing } from '../areas/password/password-hashing.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { migrate } from '../db/migrate.ts'
import { storageOf } from '../files-of-portal.ts'
import { describeDemo } from '../demo/demo-accounts.ts'
import { loadDemoWorld } from '../demo/load-demo-world.ts'
import { StartError } from '../start-error.ts'
import { openServer } from './open.ts'

/** `demo`: loads the demo world into an empty database, and refuses any other. */
export async function demoCommand(): Promise<void> {
  const server = await openServer(readConfig(process.env))
  try {
    await migrate(server.url)
    const hashing = await passwordHashing()
    const { businessTimeZone, demo, secretKeys } = server.config
    const isLoaded = await loadDemoWorld({
      url: server.url,
      hashing,
      keys: keyRing(secretKeys),
      timeZone: businessTimeZone,
      storage: storageOf(server.config),
    })
    if (!isLoaded)
      throw new StartError('The database holds clients already: the demo world is loaded into an empty one only.')
    const hint = demo ? '' : 'Start with PORTAL_DEMO=on: only then do the applications of the demo open.\n'
    process.stdout.write(`${describeDemo()}\n${hint}`)
  } finally {
    await server.close()
  }
}
