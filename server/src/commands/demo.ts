import { passwordHashing } from '../crypto/password-hashing.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { loadDemo } from '../packages/demo.ts'
import { StartError } from '../start-error.ts'
import { applyDemoFiles } from './apply-demo-files.ts'
import { openServer } from './open.ts'

/** `demo`: loads the demo world into an empty database, and refuses any other. */
export async function demoCommand(): Promise<void> {
  const config = readConfig(process.env)
  const demo = await loadDemo('The command demo')
  const server = await openServer(config)
  try {
    await prepareDatabase(server.url)
    const world = {
      url: server.url,
      hashing: await passwordHashing(),
      keys: keyRing(server.config.secretKeys),
      timeZone: config.businessTimeZone,
      applyFiles: applyDemoFiles(server.config),
      storage: createFileStorage(config),
    }
    const accounts = await demo.loadWorld(world, config.demo === 'public')
    if (accounts === undefined)
      throw new StartError('The database holds clients already: the demo world is loaded into an empty one only.')
    const hint =
      config.demo === 'off' ? 'Start with PORTAL_DEMO=on: only then do the applications of the demo open.\n' : ''
    process.stdout.write(`${accounts}\n${hint}`)
  } finally {
    await server.close()
  }
}
