import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type * as contract from '@portico/contract/sign-in/sign-in.ts'
import { noMessage, sentences } from '../../http/sentences.ts'
import type { Build } from '../../build-info.ts'
import { Answer, declaredCode, isStaleVersion, refuse } from '../../http/answers.ts'
import { ownScope } from '../../http/authority.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { networkOf } from '../../http/network.ts'
import type { OriginRule } from '../../http/origin.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { acceptLicense, currentLicense, keepLicenses } from '../licenses/public.ts'
import type { TextService } from '../texts/public.ts'
import { bindingOf } from './binding.ts'
import { preLoginReader } from './prelogin-reader.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
import { type SignInDeps, signInByPassword } from './sign-in-by-password.ts'
import type { SignInMethods } from './sign-in-methods.ts'
import type { Db } from '../../db/database.ts'

interface Deps extends SignInDeps {
  db: Db
  build: Build
  origin: OriginRule
  preLogin: PreLoginTokens
  texts: Pick<TextService, 'all'>
  signInMethods: SignInMethods
  /** Called with the outcome of each sign-in: 'opened', 'not-opened', or the code of the refusal. */
  onTry?: (outcome: string) => void
}

/** Without a language in the address the texts depend on what the browser asks for and has chosen. */
const VARIES_BY = 'Origin, Accept-Language, Accept-Encoding, Cookie'

export function signInHandlers(deps: Deps): Handlers<typeof contract> {
  const { build, db, origin, preLogin, texts, signInMethods } = deps
  return {
    getApplicationResources: async ({ query, request }) => {
      const language = query.language ?? request.language
      const { texts: data, etag } = await texts.all(language)
      return new Answer(data, { etag, headers: { 'content-language': language, vary: VARIES_BY } })
    },
    getManifest: () => ({ buildVersion: build.version, buildDate: build.date, commit: build.commit }),
    getPreloginCsrfToken: ({ request }) => issueToken(deps, request),
    login: async ({ body, request }) => {
      const token = preLoginTokenOf(preLogin, request)
      if (!token || !origin.isOurHost(body.host)) return refuse('401', sentences.login_origin_refused)
      const wayIn = await signInMethods.find(body.userNm)
      if (wayIn.kind !== 'password') {
        const isUnused = await preLoginReader(db, preLogin).isUnused(request)
        return isUnused
          ? declaredCode('207', noMessage, wayIn.startAddress)
          : refuse('401', sentences.login_origin_refused)
      }
      const isConfirmed = body.confirmedHangingSession === 'true'
      const credentials = { userName: body.userNm, password: body.password, isConfirmed, token }
      const answer = await signInByPassword(deps, { request }, credentials)
      deps.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
    acceptLicense: ({ caller, request, body }) =>
      db.transact(ownScope(caller), async (tx) => {
        keepLicenses(tx)
        const reader = audienceOf({ caller, request }).language
        const license = await currentLicense(tx, caller.user.clientId, reader)
        // SIGN-061 has no such field: without it the version in force is accepted, whichever one was shown.
        if (isStaleVersion(body?.licenseId, license.id)) return refuse('409', sentences.license_changed)
        const eulaAcceptedDt = await acceptLicense(tx, caller.user.id, license)
        const { version, language, isOfClient } = license
        const after = { version, language, ...(isOfClient && { isOfClient }) }
        recordAudit(tx, request, { event: 'license_accepted', ...auditActor(caller), after })
        return { eulaAcceptedDt }
      }),
    getLicense: ({ caller, request }) =>
      db.read(ownScope(caller), async (tx) => {
        const reader = audienceOf({ caller, request }).language
        const { id, version, title, html, language } = await currentLicense(tx, caller.user.clientId, reader)
        return { licenseId: id, version, title, html, languageCd: language }
      }),
  }
}

/** The token is sent in a header; the binding cookie is set only when there is none (decision B23). */
async function issueToken(
  { preLogin, facts, settings: { humanCheck } }: Deps,
  request: RequestContext,
): Promise<Answer<{ humanCheck: boolean }>> {
  const { value, cookies } = bindingOf(request)
  const { now, hasFailedOften } = await facts.read(networkOf(request.address))
  const isAsked =
    humanCheck.mode === 'always' ||
    (humanCheck.mode === 'after-failures' && humanCheck.countsNetworks && hasFailedOften)
  return new Answer({ humanCheck: isAsked }, { headers: { [CSRF_HEADER]: preLogin.issue(value, now) }, cookies })
}
