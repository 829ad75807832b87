import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { callableLookup, type CallableRules, isCallableHost } from './callable-address.ts'

/** An application has this long to confirm a logout token. */
const TIMEOUT_MS = 5000

interface LogoutTokenTarget extends CallableRules {
  address: string
  timeoutMs?: number
}

/**
 * Posts a logout token to an application; true when it confirmed. Not by fetch, whose headers say that a browser asks:
 * some applications refuse that. Follows no redirect and reads no body.
 */
export function postLogoutToken({ address, timeoutMs = TIMEOUT_MS, ...rules }: LogoutTokenTarget, token: string) {
  const url = new URL(address)
  if (!isCallableHost(url, rules)) return Promise.resolve(false)
  const body = new URLSearchParams({ logout_token: token }).toString()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<boolean>((resolve) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
        lookup: callableLookup(rules, url),
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
