import type { TestProject } from 'vitest/node'
import { type RunningPortal, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origins of the portals that the journeys visit, one for each parallel worker. */
    origins: string[]
  }
}

/** Starts a real portal with the demo data for each parallel worker, as `npm start` would serve it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const servers: RunningPortal[] = []
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())))
  try {
    while (servers.length < project.globalConfig.maxWorkers) servers.push(await startServer())
  } catch (error) {
    await stop()
    throw error
  }
  project.provide(
    'origins',
    servers.map(({ origin }) => origin),
  )
  return stop
}
