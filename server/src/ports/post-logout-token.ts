import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** An application has this long to confirm a logout token. */
const TIMEOUT_MS = 5000

/**
 * Posts a logout token to an application; true when it confirmed. Not by fetch, whose headers say that a browser asks:
 * some applications refuse that. Follows no redirect and reads no body.
 */
export function postLogoutToken(address: string, token: string, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  const url = new URL(address)
  const body = new URLSearchParams({ logout_token: token }).toString()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const { statusCode = 0 } = response
        response.destroy()
        resolve(statusCode >= 200 && statusCode < 300)
      },
    )
    sent.on('error', () => resolve(false))
    sent.end(body)
  })
}
