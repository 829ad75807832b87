import type { AnsweredProtocolRequest } from '../../../http/json-protocol.ts'
import { idOf } from '../protocol/filter-sql.ts'
import { isObject, textAt } from '../protocol/scim-values.ts'
import { censorAddress, censorBody, userNameIn } from './censor-request.ts'
import type { DirectoryRequestEntry } from './request-store.ts'

const REASON_MAX = 500

/** What is kept of an answered request. */
export function entryOf(clientId: number, answered: AnsweredProtocolRequest): DirectoryRequestEntry {
  const { method, url, body, status, answer, milliseconds } = answered
  const isRefused = status >= 400
  return {
    clientId,
    method,
    path: censorAddress(url),
    status,
    scimType: (isRefused && textAt(answer, 'scimType')) || null,
    detail: (isRefused && textAt(answer, 'detail').slice(0, REASON_MAX)) || null,
    durationMs: Math.round(milliseconds),
    userName: userNameIn(url, body),
    personId: personIn(url, answer),
    body: censorBody(body),
  }
}

/** The person of an address, or the one whom the request has made. */
function personIn(url: string, answer: unknown): number | null {
  const [, named] = /\/Users(?:\/([^/?]+))?(?:\?|$)/.exec(url) ?? []
  if (named !== undefined) return idOf(named) ?? null
  return url.includes('/Users') && isObject(answer) ? (idOf(textAt(answer, 'id')) ?? null) : null
}
