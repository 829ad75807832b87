import { passwordHashing } from '../crypto/password-hashing.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { describeDemo } from '../demo/demo-accounts.ts'
import { drawSecrets, knownSecrets } from '../demo/demo-secrets.ts'
import { loadDemoWorld } from '../demo/load-demo-world.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { StartError } from '../start-error.ts'
import { openServer } from './open.ts'

/** `demo`: loads the demo world into an empty database, and refuses any other. */
export async function demoCommand(): Promise<void> {
  const config = readConfig(process.env)
  const server = await openServer(config)
  try {
    await prepareDatabase(server.url)
    const hashing = await passwordHashing()
    const secrets = config.demo === 'public' ? drawSecrets() : knownSecrets
    const isLoaded = await loadDemoWorld({
      url: server.url,
      hashing,
      keys: keyRing(server.config.secretKeys),
      timeZone: config.businessTimeZone,
      storage: createFileStorage(config),
      secrets,
    })
    if (!isLoaded)
      throw new StartError('The database holds clients already: the demo world is loaded into an empty one only.')
    const hint =
      config.demo === 'off' ? 'Start with PORTAL_DEMO=on: only then do the applications of the demo open.\n' : ''
    process.stdout.write(`${describeDemo(secrets)}\n${hint}`)
  } finally {
    await server.close()
  }
}
