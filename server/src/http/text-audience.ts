import { type Language, LANGUAGE_COOKIE, languageOfCode, preferredLanguage } from '@portico/contract/texts/languages.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller, RequestContext } from './caller.ts'
import type { TextAudience } from './sentences.ts'

/** Returns the language of a browser: the chosen one, or else the one that it asks for, or else the portal's. */
export function browserLanguage({ server, cookies, headers }: FastifyRequest): Language {
  // Requests that the framework refuses have no cookies yet.
  const chosen = (cookies as FastifyRequest['cookies'] | undefined)?.[LANGUAGE_COOKIE]
  return languageOfCode(chosen) ?? preferredLanguage(headers['accept-language'] ?? '') ?? server.texts.defaultLanguage
}

/**
 * Returns who reads the answer of a call, and in which language: that of the account, or else that of the browser. An
 * administrator who acts as a user reads the language of their own browser.
 */
export function audienceOf({
  caller,
  request,
}: {
  caller: Caller | null
  request: Pick<RequestContext, 'language'>
}): TextAudience {
  const ofAccount = caller?.actorId === null ? caller.user.language : null
  return { clientId: caller?.user.clientId ?? null, language: ofAccount ?? request.language }
}

/** Returns who reads the answer of a request. */
export const audienceOfRequest = (request: FastifyRequest): TextAudience =>
  audienceOf({ caller: request.caller, request: { language: browserLanguage(request) } })
