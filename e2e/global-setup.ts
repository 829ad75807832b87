import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { createTempFolder, LOADED_DEMO, type RunningPortal, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origins of the portals that the journeys visit, one for each parallel worker. */
    origins: string[]
  }
}

/**
 * Loads the demo once, as `npm start` would, and starts a real portal with a copy of it for each parallel worker. The
 * portals of single journeys get copies, too.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await createTempFolder()
  const servers: RunningPortal[] = []
  let isStopping = false
  const stop = async () => {
    isStopping = true
    await Promise.all(servers.map((server) => server.stop()))
    await rm(home, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    const first = await startServer({}, home)
    await first.stop()
    process.env[LOADED_DEMO] = path.join(home, 'data')
    while (servers.length < project.config.maxWorkers) servers.push(await startServer())
  } catch (error) {
    await stop()
    throw error
  }
  for (const { origin, process: child, printed } of servers)
    child.once('exit', (code, signal) => {
      if (isStopping) return
      const last = printed().split('\n').slice(-20).join('\n')
      process.stderr.write(`The portal at ${origin} ended during the journeys with ${signal ?? code}:\n${last}\n`)
    })
  project.provide(
    'origins',
    servers.map(({ origin }) => origin),
  )
  return stop
}
