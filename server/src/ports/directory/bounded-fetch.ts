import { isLoopback } from '../../config/loopback.mjs'

/** Maximum size of an answer, in bytes. */
const LARGEST_ANSWER = 1024 * 1024

/** An address that the portal does not call, or an answer that is too large. */
class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

export type Fetch = (url: string, options: object) => Promise<Response>

/**
 * Fetches addresses that a provider names in its own metadata: by https (plain http only from the loopback origin that
 * the operator configured), without redirects, and at most a megabyte.
 */
export function boundedFetch(issuer: URL): Fetch {
  return async (address, options) => {
    const url = new URL(address)
    const isOwn = url.origin === issuer.origin && isLoopback(url.hostname)
    if (url.protocol !== 'https:' && !isOwn) throw new FetchRefused('the provider names an address without https')
    const answer = await fetch(url, { ...options, redirect: 'manual' })
    return new Response(await readAll(answer), { status: answer.status, headers: answer.headers })
  }
}

async function readAll({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > LARGEST_ANSWER) throw new FetchRefused('the provider answers more than a megabyte')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
