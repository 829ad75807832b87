import { connect, type Socket } from 'node:net'
import type { Bench, Report } from './figures.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'

export const IDLE_CONNECTIONS = 200

/** How long a stop takes while idle connections are open. */
export async function stop(bench: Bench): Promise<Partial<Report>> {
  const data = await bench.data(10_000)
  const value = await stopWithIdleConnections(await startPortal({ environment: portalEnvironment(data.url) }))
  const name = `SIGTERM with ${IDLE_CONNECTIONS} idle connections to exit code 0`
  const note = '1.5 s of it for load balancers'
  return { figures: [{ goal: 'R01', name, value, unit: 'ms', must: 3_000, aim: 2_000, sense: 'at most', note }] }
}

/** Milliseconds from SIGTERM to exit code 0 while connections are open on which nothing is asked. */
export async function stopWithIdleConnections(portal: Pick<BenchServer, 'origin' | 'stop'>): Promise<number> {
  const { hostname, port } = new URL(portal.origin)
  const sockets = await Promise.all(
    Array.from(
      { length: IDLE_CONNECTIONS },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => resolve(socket))
          socket.on('error', reject)
        }),
    ),
  )
  for (const socket of sockets) socket.on('error', () => undefined)
  const started = performance.now()
  const code = await portal.stop()
  const value = performance.now() - started
  for (const socket of sockets) socket.destroy()
  if (code !== 0) throw new Error(`The portal ended with exit code ${code ?? 'none'} instead of 0.`)
  return value
}
