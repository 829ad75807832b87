import type { AnsweredProtocolRequest } from '../../../http/json-protocol.ts'
import { idOf } from '../protocol/filter-sql.ts'
import { isObject, textAt } from '../protocol/scim-values.ts'
import { censorAddress, censorBody, userNameIn } from './censor-request.ts'
import { shorten } from './kept-values.ts'
import type { DirectoryRequestEntry } from './request-store.ts'

const REASON_MAX = 500

/** What is kept of an answered request. */
export function entryOf(clientId: number, answered: AnsweredProtocolRequest): DirectoryRequestEntry {
  const { method, url, body, bodyLength, status, answer, milliseconds } = answered
  const userName = userNameIn(url, body, bodyLength)
  const known = { userName, bodyLength }
  const isRefused = status >= 400
  return {
    clientId,
    method,
    path: censorAddress(url, known),
    status,
    scimType: (isRefused && textAt(answer, 'scimType')) || null,
    detail: (isRefused && shorten(textAt(answer, 'detail'), REASON_MAX)) || null,
    durationMs: Math.round(milliseconds),
    userName,
    personId: personIn(url, answer),
    body: censorBody(body, known),
  }
}

/** The person of an address, or the one whom the request has made. */
function personIn(url: string, answer: unknown): number | null {
  const [, named] = /\/Users(?:\/([^/?]+))?(?:\?|$)/.exec(url) ?? []
  if (named !== undefined) return idOf(named) ?? null
  return url.includes('/Users') && isObject(answer) ? (idOf(textAt(answer, 'id')) ?? null) : null
}
