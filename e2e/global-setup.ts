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
  let isStopping = false
  const stop = async () => {
    isStopping = true
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    while (servers.length < project.globalConfig.maxWorkers) servers.push(await startServer())
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
