import { areas } from '@portico/contract/areas.ts'
import { directoryHandlers } from '../areas/directory/directory-handlers.ts'
import { companyDirectoryHandlers } from '../areas/directory/company-directory-handlers.ts'
import { type DirectorySignIn, openDirectory } from '../areas/directory/open-directory.ts'
import { addresseeAt, federatedStart, federationHandlers } from '../areas/federation/federation-handlers.ts'
import { type ProviderReader, providerReader } from '../areas/federation/providers/provider-reader.ts'
import { humanCheckHandlers } from '../areas/human-check/human-check-handlers.ts'
import { reauthenticationHandlers } from '../areas/reauthentication/reauthentication-handlers.ts'
import type { ReauthenticationDeps } from '../areas/reauthentication/reauthentication-deps.ts'
import { secondFactorGate } from '../areas/second-factor/public.ts'
import { secondFactorHandlers } from '../areas/second-factor/second-factor-handlers.ts'
import type { PreLoginTokens } from '../areas/sign-in/prelogin-token.ts'
import { tokenFacts } from '../areas/sign-in/token-facts.ts'
import type { HumanCheckPolicy } from '../areas/sign-in/human-check-rules.ts'
import { signInHandlers } from '../areas/sign-in/sign-in-handlers.ts'
import type { TextService } from '../areas/texts/text-service.ts'
import { signInMethods, signInPageOptions } from '../areas/sign-in/sign-in-methods.ts'
import type { Config } from '../config/config.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import { mountArea } from '../http/mount.ts'
import type { OriginRule } from '../http/origin.ts'
import type { HttpServer } from '../http/server.ts'
import { type Timings, defaultTimings } from './timings.ts'
import type { ReportProblem } from '../ports/report-problem.ts'
import { proofOfWork } from '../ports/human-check/proof-of-work.ts'
import { siteVerify } from '../ports/human-check/site-verify.ts'
import type { AppDeps } from './app-deps.ts'

export interface SignInMountDeps extends AppDeps {
  db: Db
  keys: KeyRing
  preLogin: PreLoginTokens
  origin: OriginRule
  texts: TextService
}

/** Mounts every sign-in method. Returns the options of the sign-in form. */
export async function mountSignIn(
  app: HttpServer,
  guards: RequestGuards,
  deps: SignInMountDeps,
): Promise<() => Promise<string>> {
  const { config, db, keys, preLogin, metrics, timings = defaultTimings } = deps
  const reportProblem: ReportProblem = ({ reason }) => deps.logger.warn(reason)
  const gate = secondFactorGate(config.secondFactor === 'off' ? null : config.secondFactor)
  const directory = await openDirectory({
    ...deps,
    settings: config.directory,
    publicUrl: config.publicUrl,
    upstreamTimeoutMs: timings.upstreamTimeoutMs,
  })
  const providers = providerReader(db)
  const gates = {
    ...deps,
    minFailureResponseMs: timings.minFailureResponseMs,
    facts: tokenFacts(db, timings.tokenFactsMs),
    settings: settingsOf(config),
    secondFactor: gate,
    signInMethods: signInMethods(db, {
      directory: directory.startAddress,
      federated: (employerId) => federatedStart(providers, employerId),
    }),
  }
  const tried = (kind: string) => (outcome: string) => metrics?.countLogin(kind, outcome)
  const byPassword = { directory: directory.passwords, onTry: tried('password') }
  const federation = { providers, us: addresseeAt(config.publicUrl), onTry: tried('federated') }
  const hosted = await openHostedFactor(config, timings, reportProblem)
  const secondFactor = { publicUrl: config.publicUrl, provider: config.secondFactor, hosted, gates }
  mountArea(app, guards, areas['sign-in'], signInHandlers({ ...gates, ...byPassword }))
  mountArea(app, guards, areas.federation, federationHandlers({ ...gates, ...federation }))
  mountArea(
    app,
    guards,
    areas['second-factor'],
    secondFactorHandlers({ ...deps, ...secondFactor, onTry: tried('second-factor') }),
  )
  mountArea(
    app,
    guards,
    areas['human-check'],
    humanCheckHandlers({ db, preLogin, check: checkOf(config, keys, reportProblem, timings) }),
  )
  mountArea(app, guards, areas.directory, directoryHandlers({ ...gates, ...directory, onTry: tried('directory') }))
  mountArea(
    app,
    guards,
    areas['company-directory'],
    companyDirectoryHandlers({ db, settings: config.directory, directory }),
  )
  const confirming = { directory: directory.passwords, findStartUrl: startUrlOf(providers, directory) }
  mountArea(app, guards, areas.reauthentication, reauthenticationHandlers({ ...deps, ...secondFactor, ...confirming }))
  const others = {
    hasCompanyAccounts: directory.startAddress !== null,
    recoversByLink: config.recoveryMode === 'link',
  }
  return () => signInPageOptions(gates.signInMethods, others)
}

/** Returns the external provider of the second factor; null when the portal verifies it itself. */
async function openHostedFactor({ duo: settings, publicUrl }: Config, timings: Timings, reportProblem: ReportProblem) {
  if (settings === null) return null
  const { duo } = await import('../ports/second-factor/duo.ts')
  const returnAddress = `${publicUrl.origin}/second-factor`
  return duo({ ...settings, returnAddress, upstreamTimeoutMs: timings.upstreamTimeoutMs }, reportProblem)
}

/** A service where one is named, and the portal's own check where not, or while the service is unavailable. */
/** Where a user confirms who they are at their company; a proxy that authenticates users cannot ask again. */
const startUrlOf =
  (providers: ProviderReader, { oidc, startAddress }: DirectorySignIn): ReauthenticationDeps['findStartUrl'] =>
  async ({ userName, clientId, signInKind }) => {
    if (signInKind === 'federated') return federatedStart(providers, clientId)
    return oidc ? startAddress?.(userName) : undefined
  }

function checkOf(
  { humanCheckService: service, publicUrl }: Config,
  keys: KeyRing,
  reportProblem: ReportProblem,
  timings: Timings,
) {
  const own = proofOfWork(keys, timings.proofEffort)
  if (service === null) return own
  return siteVerify(
    { ...service, hostName: publicUrl.hostname, upstreamTimeoutMs: timings.upstreamTimeoutMs },
    own,
    reportProblem,
  )
}

/** When calls before sign-in require a human check. */
export const humanCheckPolicy = (config: Config): HumanCheckPolicy => ({
  mode: config.humanCheck,
  countsNetworks: config.rateLimit,
})

const settingsOf = (config: Config) => ({
  maxFailures: config.loginMaxFailures,
  humanCheck: humanCheckPolicy(config),
  passwordMaxAgeDays: config.passwordMaxAgeDays,
  sessionMaxHours: config.sessionMaxHours,
})
