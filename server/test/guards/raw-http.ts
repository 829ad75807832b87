import { type Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

interface RawCall {
  method?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | Iterable<Buffer>
  agent?: Agent
}

/** A request whose address and headers go out exactly as written; fetch would tidy them up. */
export function sendRaw(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, agent }: RawCall = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const call = request({ host: hostname, port, path, method, headers, ...(agent ? { agent } : {}) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    call.on('error', reject)
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) call.end(body)
    else Readable.from(body).pipe(call)
  })
}

/** Sends bytes on a raw connection; returns everything until the server closes it. */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A server that closes with unread bytes may reset the connection after its answer.
    socket.on('error', (error) => chunks.length === 0 && reject(error))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}
