import { connect, type Socket } from 'node:net'
import type { Slice } from './harness.ts'

export interface HttpAnswer {
  status: number
  /** Status line and headers as they came. */
  head: string
  body: string
}

/** One kept-alive connection with one request at a time, far cheaper than a general client. */
export class HttpConnection {
  readonly #host: string
  readonly #socket: Socket
  #received = ''
  #waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined

  constructor(origin: string) {
    const { hostname, port, host } = new URL(origin)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#take(text))
    const fail = (error: Error) => this.#waiting?.reject(error)
    this.#socket.on('error', fail).on('close', () => fail(new Error('the connection was closed')))
  }

  send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<HttpAnswer> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const length = body ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
    if (!this.isOpen) return Promise.reject(new Error('the connection is closed'))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${lines.join('')}${length}\r\n${body}`)
    })
  }

  /** False: the server has closed it, as it does with one that was long without a request. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded
  }

  #take(text: string): void {
    this.#received += text
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.slice(0, headEnd)
    const end = headEnd + 4 + Number(headerOf(head, 'content-length') ?? 0)
    if (this.#received.length < end) return
    const answer = { status: Number(head.slice(9, 12)), head, body: this.#received.slice(headEnd + 4, end) }
    this.#received = this.#received.slice(end)
    this.#waiting?.resolve(answer)
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }
}

/** The first header of that name. */
export function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1]
}

/** One piece of work of a client; false when the answer was not the expected one. */
export type Work = (connection: HttpConnection, client: number) => Promise<boolean>

/** `clients` at a time, each asking again as soon as it was answered, until the time is over. */
export async function closedLoop(origin: string, clients: number, ms: number, work: Work): Promise<Slice> {
  const latencies: number[] = []
  let bad = 0
  const end = performance.now() + ms
  const one = async (_: unknown, client: number) => {
    let connection = new HttpConnection(origin)
    for (let at = performance.now(); at < end; at = performance.now()) {
      const isGood = await work(connection, client).catch(() => {
        connection.close()
        connection = new HttpConnection(origin)
        return false
      })
      latencies.push(performance.now() - at)
      if (!isGood) bad++
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, one))
  return { done: latencies.length - bad, bad, latencies }
}

/** Asks every `pause` milliseconds, counting from the moment when it was due, until `isOver`. */
export async function atEvenPace(origin: string, pause: number, work: Work, isOver: () => boolean): Promise<Slice> {
  const connections = Array.from({ length: 8 }, () => new HttpConnection(origin))
  const latencies: number[] = []
  const running = new Set<Promise<void>>()
  let bad = 0
  const askOnce = async (due: number) => {
    const idle = connections.pop()
    const connection = idle?.isOpen === false ? new HttpConnection(origin) : idle
    const isGood = connection !== undefined && (await work(connection, 0).catch(() => false))
    if (connection) connections.push(connection)
    latencies.push(performance.now() - due)
    if (!isGood) bad++
  }
  for (let due = performance.now(); !isOver(); due += pause) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const asked = askOnce(due).finally(() => running.delete(asked))
    running.add(asked)
  }
  await Promise.all(running)
  for (const connection of connections) connection.close()
  return { done: latencies.length - bad, bad, latencies }
}
