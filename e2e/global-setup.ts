import type { TestProject } from 'vitest/node'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the portal that the journeys visit. */
    origin: string
  }
}

/** One real portal with the demo world for all journeys, as `npm start` would serve it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  project.provide('origin', server.origin)
  return server.stop
}
