import { createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net'
import path from 'node:path'
import type { TestDatabase } from '../../../test/database.ts'
import { freePort } from '../../../test/free-port.ts'

export interface CuttableDatabase {
  /** The database through a proxy whose connections can be cut. */
  readonly url: string
  /** As when the server is killed: connections break, new ones are refused. */
  cut(): Promise<void>
  /** As when the server is frozen: connections stay open without data. */
  freeze(): void
  mend(): Promise<void>
  close(): Promise<void>
}

/** Puts a proxy between a test and its database. */
export async function cuttableDatabase(database: TestDatabase): Promise<CuttableDatabase> {
  const address = new URL(database.url)
  const target = targetOf(address)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = createConnection(target)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.pipe(far)
    far.pipe(near)
    if (isFrozen) pause(pair)
  })
  const port = await freePort()
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen()
  address.searchParams.delete('host')
  address.host = `127.0.0.1:${port}`
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    })
  return {
    url: address.toString(),
    cut,
    freeze: () => {
      isFrozen = true
      for (const pair of pairs) pause(pair)
    },
    mend: async () => {
      isFrozen = false
      if (!server.listening) await listen()
      for (const [near, far] of pairs) {
        near.pipe(far)
        far.pipe(near)
      }
    },
    close: cut,
  }
}

function pause([near, far]: readonly [Socket, Socket]): void {
  near.unpipe(far).pause()
  far.unpipe(near).pause()
}

function targetOf(address: URL): NetConnectOpts {
  const folder = address.searchParams.get('host')
  const port = Number(address.port || 5432)
  return folder?.startsWith('/')
    ? { path: path.join(folder, `.s.PGSQL.${port}`) }
    : { host: folder ?? address.hostname, port }
}
