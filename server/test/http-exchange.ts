import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'

interface Exchange {
  url: URL | { hostname: string; port: string; pathname: string; search: string }
  method: string
  headers: OutgoingHttpHeaders
  body?: string | Buffer | Iterable<Buffer>
  agent?: Agent
}

interface Exchanged {
  status: number
  headers: IncomingHttpHeaders
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[]
  bytes: Buffer
}

/** Sends a request whose headers go out exactly as written, and reads the answer to its end. */
export function exchange({ url, method, headers, body, agent }: Exchange): Promise<Exchanged> {
  const place = { host: url.hostname, port: url.port, path: url.pathname + url.search }
  return new Promise((resolve, reject) => {
    const call = request({ ...place, method, headers, ...(agent ? { agent } : {}) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          bytes: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
        }),
      )
    })
    call.on('error', reject)
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) call.end(body)
    else Readable.from(body).pipe(call)
  })
}
