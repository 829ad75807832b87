import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below what operating systems give to whoever asks for any port, and to connections that go out. */
const FIRST = 12_000
const COUNT = 18_000

/**
 * A port that nobody listens on and that nobody else gets here while this process lives: the tests that
 * run beside each other claim a port by the datagram port of the same number.
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
