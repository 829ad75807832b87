import * as z from 'zod/mini'
import { OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, gates, signedIn } from '../kit/guard.ts'

/** Bytes kept of a client log entry (decision N-3); the rest is cut off. */
export const CLIENT_LOG_MAX_BYTES = 8192

const part = z.optional(z.nullable(z.string()))

/** An error that occurred in a browser (LOGG-005..009). */
export const ClientLogEntry = z.strictObject({ url: part, message: part, type: part, stackTrace: part, cause: part })
export type ClientLogEntry = z.output<typeof ClientLogEntry>

export const logForUser = endpoint({
  name: 'logForUser',
  method: 'PUT',
  path: '/ccservices/secure/user/rest/db/log/cpusers/{uid}/client-log',
  guard: signedIn({ alsoAt: gates, emulation: 'always' }),
  params: OwnUid,
  body: ClientLogEntry,
  rate: 'client-log',
  background: true,
})

export const logAnonymously = endpoint({
  name: 'logAnonymously',
  method: 'POST',
  path: '/ccservices/logger',
  alsoAt: ['/logger', '/ccservices/clientlogger', '/clientlogger'],
  guard: anyone,
  body: z.union([ClientLogEntry, z.looseObject({ 'csp-report': z.looseObject({}) })]),
  rate: 'client-log',
  alsoTakes: ['application/csp-report'],
})

export const summaries = {
  logForUser: 'Report an error from a signed-in user’s browser',
  logAnonymously: 'Report an error from a browser before sign-in, or a violation of the content security policy',
}
