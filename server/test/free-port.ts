import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ephemeral ports of operating systems. */
const FIRST = 12_000
const COUNT = 18_000

/**
 * Returns a port that is free and is not given out again while this process lives: concurrent tests claim a port by
 * the datagram port of the same number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if ((await claim(port)) && (await isFree(port))) return port
  }
}

function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(false)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
