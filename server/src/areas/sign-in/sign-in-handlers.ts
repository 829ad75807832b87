import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type * as contract from '@portico/contract/sign-in.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Build } from '../../build.ts'
import { Answer, outcome, refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { networkOf } from '../../http/network.ts'
import type { OriginRule } from '../../http/origin.ts'
import { whoOf } from '../audit/public.ts'
import { bindingOf } from './binding.ts'
import { currentLicence } from './licence.ts'
import { type PreLoginTokens, preLoginTokenOf } from './prelogin-token.ts'
import { type SignInParts, signInByPassword } from './sign-in-by-password.ts'
import { sourceOfNetwork } from './human-check-rules.ts'
import { hasFailedOften } from './sign-in-store.ts'
import type { TextTable } from './text-table.ts'
import type { WaysIn } from './way-in.ts'

interface Parts extends SignInParts {
  build: Build
  origin: OriginRule
  preLogin: PreLoginTokens
  texts: TextTable
  waysIn: WaysIn
  /** Told how each try to sign in ended: 'opened', 'not-opened', or the code of the refusal. */
  onTry?: (outcome: string) => void
}

export function signInHandlers(parts: Parts): Handlers<typeof contract> {
  const { build, origin, preLogin, texts, transact, waysIn } = parts
  return {
    getApplicationResources: () => texts.read(),
    getManifest: () => ({ buildVersion: build.version, buildDate: build.date, commit: build.commit }),
    getPreloginCsrfToken: ({ request }) => issueToken(parts, request),
    login: async ({ body, request }) => {
      const token = preLoginTokenOf(preLogin, request)
      if (!token || !origin.isOurHost(body.host)) return refuse('401', defaultTexts.login_origin_refused)
      const wayIn = await waysIn.find(body.userNm)
      if (wayIn.kind !== 'password') return outcome('207', '', wayIn.startAddress)
      const isConfirmed = body.confirmedHangingSession === 'true'
      const credentials = { userName: body.userNm, password: body.password, isConfirmed, token }
      const answer = await signInByPassword(parts, credentials, request)
      parts.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
    acceptLicence: ({ caller, request }) => {
      if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
      return transact(
        { kind: 'own', userId: caller.user.id, clientId: caller.user.clientId },
        async ({ signIns, audit, licences }) => {
          const { version } = await currentLicence(licences, caller.user.clientId)
          const eulaAcceptedDt = await signIns.acceptLicence(caller.user.id, version)
          audit.record(request, { event: 'licence_accepted', ...whoOf(caller), after: { version } })
          return { eulaAcceptedDt }
        },
      )
    },
    getLicence: ({ caller }) =>
      transact({ kind: 'own', userId: caller.user.id, clientId: caller.user.clientId }, ({ licences }) =>
        currentLicence(licences, caller.user.clientId),
      ),
  }
}

const preLoginFacts = `
  select clock_now() as now,
         exists (select from sign_in_failures where source = $1 and ${hasFailedOften}) as has_failed`

/** The token travels in a header; the binding cookie is set only where there is none (decision B23). */
async function issueToken(
  { db, preLogin, settings: { humanCheck } }: Parts,
  request: RequestFacts,
): Promise<Answer<{ humanCheck: boolean }>> {
  const { value, cookies } = bindingOf(request)
  const [known] = await db.prepared<{ now: Date; has_failed: boolean }>('prelogin-facts', preLoginFacts, [
    sourceOfNetwork(networkOf(request.address)),
  ])
  const isAsked =
    humanCheck.mode === 'always' ||
    (humanCheck.mode === 'after-failures' && humanCheck.countsNetworks && known?.has_failed === true)
  return new Answer(
    { humanCheck: isAsked },
    { headers: { [CSRF_HEADER]: preLogin.issue(value, known?.now ?? new Date()) }, cookies },
  )
}
