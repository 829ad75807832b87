import { AsyncLocalStorage } from 'node:async_hooks'
import { ConnectionPool } from '../src/db/connection-pool.ts'
import type { PooledConnection } from '../src/db/pooled-connection.ts'

type Connect = (this: ConnectionPool, since?: number) => Promise<PooledConnection>
type Use = (
  this: ConnectionPool,
  work: (connection: PooledConnection) => Promise<unknown>,
  since?: number,
) => Promise<unknown>

/** True within work that holds a connection. */
const held = new AsyncLocalStorage<true>()
let isRefused = false

/**
 * From now on work that holds a connection and asks for another one fails, in every portal of this process: as many of
 * them as there are connections would wait for one another.
 */
export function refuseNestedConnections(): void {
  if (isRefused) return
  isRefused = true
  const { prototype } = ConnectionPool
  const connect = Reflect.get(prototype, 'connect') as Connect
  const use = Reflect.get(prototype, 'use') as Use
  const useToChange = Reflect.get(prototype, 'useToChange') as Use
  const refuse = () => {
    if (held.getStore()) throw new Error('Work that holds a connection asks for another one.')
  }
  const refusing: { connect: Connect; use: Use; useToChange: Use } = {
    async connect(since) {
      refuse()
      return connect.call(this, since)
    },
    use(work, since) {
      return use.call(this, (connection) => held.run(true, () => work(connection)), since)
    },
    async useToChange(work) {
      refuse()
      return useToChange.call(this, work)
    },
  }
  Object.assign(prototype, refusing)
}
