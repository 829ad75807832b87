import { randomUUID } from 'node:crypto'
import { type Endpoint, pathParams } from '@portico/contract/kit/endpoint.ts'
import { smallestWireValue } from '../../../contract/test/wire-values.ts'

export interface SampleCall {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** Bodies that have to say something particular; every other one is the smallest that its shape takes. */
const bodies: Readonly<Record<string, (origin: string) => object>> = {
  logAnonymously: () => ({}),
  sendEnhanceReq: () => ({ comment: 'A search for amounts', contactMeFlag: 'N' }),
  saveOwnNotificationTypes: () => ({ notificationTypes: [] }),
  // Answers are counted by name: each call is about another one.
  recoverPassword: () => ({ userNm: `nobody.${randomUUID()}`, pswdPhrase: 'guess' }),
  login: (origin) => ({ userNm: 'nobody.there', password: 'guess', host: new URL(origin).host }),
}

export function sampleBody(endpoint: Endpoint, origin: string): unknown {
  const special = bodies[endpoint.name]
  if (special) return special(origin)
  return endpoint.body ? smallestWireValue(endpoint.body) : undefined
}

/** A call as it should be made, at one of the endpoint's addresses. */
export function sampleCall(
  endpoint: Endpoint,
  path: string,
  ids: Readonly<Record<string, string>>,
  origin: string,
): SampleCall {
  const body = sampleBody(endpoint, origin)
  if (endpoint.kind === 'redirect' && body !== undefined) return sampleForm(endpoint, fillPath(path, ids), body)
  return {
    method: endpoint.method,
    path: fillPath(path, ids),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** What another site's page posts here. */
function sampleForm({ method }: Endpoint, path: string, body: unknown): SampleCall {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method, path, headers, body: new URLSearchParams(body as Record<string, string>).toString() }
}

/** An address with its parameters filled in as they are, escaped by nobody. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return pathParams(path).reduce((filled, name) => {
    const value = ids[name]
    if (value === undefined)
      throw new Error(`makeWorld in server/test/guards/people.ts has no id for {${name}} of ${path}.`)
    return filled.replace(`{${name}}`, value)
  }, path)
}
