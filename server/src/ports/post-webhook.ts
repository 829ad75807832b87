import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type DeliveryError, WEBHOOK_ANSWER_MAX } from '@portico/contract/webhooks/webhook-rules.ts'
import { isCertificateRefused } from '../error-cause.ts'
import { AddressRefused, callableLookup, type CallableRules, isCallableHost } from './callable-address.ts'

/** A receiver has this long to answer. */
const TIMEOUT_MS = 10_000
/** Longest character of UTF-8, in bytes. */
const BYTES_PER_CHARACTER = 4

export interface WebhookTarget extends CallableRules {
  address: string
  timeoutMs?: number
}

/** How an attempt ended. `status` null: there was no answer, for the reason in `error`. */
export interface WebhookAnswer {
  status: number | null
  error: DeliveryError | null
  /** The beginning of the answer's body. */
  answer: string | null
  durationMs: number
}

/**
 * Posts JSON to an address that an administrator named, over a connection of its own, so that the address is resolved
 * and judged anew. Follows no redirect, and reads only the beginning of the answer. Never throws.
 */
export async function postWebhook(
  { address, timeoutMs = TIMEOUT_MS, ...rules }: WebhookTarget,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebhookAnswer> {
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  try {
    const answer = await send({ address, timeoutMs, ...rules }, body, headers)
    return { ...answer, error: null, durationMs: durationMs() }
  } catch (error) {
    return { status: null, error: reasonOf(error), answer: null, durationMs: durationMs() }
  }
}

function send(
  { address, timeoutMs, ...rules }: WebhookTarget & { timeoutMs: number },
  body: string,
  headers: Readonly<Record<string, string>>,
) {
  const url = new URL(address)
  if (!isCallableHost(url, rules)) throw new AddressRefused(`${url.hostname} must not be called`)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise<Pick<WebhookAnswer, 'status' | 'answer'>>((resolve, reject) => {
    let hasBegun = false
    // An answer that has begun says itself how it ends.
    const fail = (error: Error) => {
      if (!hasBegun) reject(error)
    }
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/cloudevents+json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        lookup: callableLookup(rules, url),
        signal,
      },
      (response) => {
        hasBegun = true
        const { statusCode: status = 0 } = response
        const parts: Buffer[] = []
        let size = 0
        const end = () => {
          resolve({ status, answer: beginningOf(parts) })
          response.destroy()
        }
        response.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size >= WEBHOOK_ANSWER_MAX * BYTES_PER_CHARACTER) end()
        })
        response.on('end', end)
        // The status counts, whatever becomes of the rest.
        response.on('error', end)
        response.on('close', end)
      },
    )
    // A receiver that changes the protocol has not taken the message. Without this Node would drop its answer in silence.
    sent.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy()
      resolve({ status, answer: '' })
    })
    sent.on('error', fail)
    sent.on('close', () => fail(new Error('The connection was closed without an answer')))
    sent.end(body)
  })
}

/** Without NUL, which the database refuses. */
const beginningOf = (parts: readonly Buffer[]): string =>
  Buffer.concat(parts).toString('utf8').replaceAll('\0', '').slice(0, WEBHOOK_ANSWER_MAX).toWellFormed()

function reasonOf(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) return 'address'
  if (!(error instanceof Error)) return 'connection'
  if (error.name === 'TimeoutError' || (error.cause instanceof Error && error.cause.name === 'TimeoutError'))
    return 'timeout'
  return isCertificateRefused(error) ? 'certificate' : 'connection'
}
