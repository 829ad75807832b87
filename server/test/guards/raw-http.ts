import type { Agent } from 'node:http'
import { connect } from 'node:net'
import { exchange } from '../http-exchange.ts'

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

/** A request whose address and headers go out exactly as written; a browser would tidy them up. */
export async function sendRaw(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, ...rest }: RawCall = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  const url = { hostname, port, pathname: path, search: '' }
  const { bytes, ...answer } = await exchange({ url, method, headers, ...rest })
  return { status: answer.status, headers: answer.headers, text: bytes.toString() }
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
