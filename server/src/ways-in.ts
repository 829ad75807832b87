import { areas } from '@portico/contract/areas.ts'
import { directoryHandlers } from './areas/directory/directory-handlers.ts'
import { directoryWays } from './areas/directory/directory-parts.ts'
import { addresseeAt, federatedStart, federationHandlers } from './areas/federation/federation-handlers.ts'
import { providerReader } from './areas/federation/provider-store.ts'
import { humanCheckHandlers } from './areas/human-check/human-check-handlers.ts'
import { secondFactorGate } from './areas/second-factor/public.ts'
import { secondFactorHandlers } from './areas/second-factor/second-factor-handlers.ts'
import type { PreLoginTokens } from './areas/sign-in/prelogin-token.ts'
import type { HumanCheckPolicy } from './areas/sign-in/human-check-rules.ts'
import { signInHandlers } from './areas/sign-in/sign-in-handlers.ts'
import { textTable } from './areas/sign-in/text-table.ts'
import { waysIn, wordsForSignIn } from './areas/sign-in/way-in.ts'
import type { Config } from './config/config.ts'
import type { KeyRing } from './crypto/key-ring.ts'
import type { Db } from './db/database.ts'
import type { Doors } from './http/doors.ts'
import { mountArea } from './http/mount-area.ts'
import type { OriginRule } from './http/origin.ts'
import type { HttpServer } from './http/server.ts'
import { type Pace, usualPace } from './pace.ts'
import type { HearTrouble } from './ports/hear-trouble.ts'
import { proofOfWork } from './ports/human-check/proof-of-work.ts'
import { siteVerify } from './ports/human-check/site-verify.ts'
import type { Transact } from './stores.ts'
import type { AppParts } from './app.ts'

export interface WaysInParts extends AppParts {
  db: Db
  transact: Transact
  keys: KeyRing
  preLogin: PreLoginTokens
  origin: OriginRule
}

/** Every way in, up to the open session. Hands back what tells the sign-in form which there are. */
export async function mountWaysIn(app: HttpServer, doors: Doors, parts: WaysInParts): Promise<() => Promise<string>> {
  const { config, db, transact, keys, preLogin, metrics, pace = usualPace } = parts
  const hear: HearTrouble = ({ reason }) => parts.logger.warn(reason)
  const gate = secondFactorGate(config.secondFactor === 'off' ? null : config.secondFactor)
  const directory = await directoryWays({
    ...parts,
    settings: config.directory,
    publicUrl: config.publicUrl,
    patienceMs: pace.patienceMs,
  })
  const providers = providerReader(db)
  const gates = {
    ...parts,
    failureFloorMs: pace.failureFloorMs,
    settings: settingsOf(config),
    secondFactor: gate,
    waysIn: waysIn(db, {
      directory: directory.startAddress,
      federated: (employerId) => federatedStart(providers, employerId),
    }),
  }
  const tried = (kind: string) => (outcome: string) => metrics?.countLogin(kind, outcome)
  const byPassword = { directory: directory.passwords, texts: textTable(db), onTry: tried('password') }
  const federation = { providers, us: addresseeAt(config.publicUrl), onTry: tried('federated') }
  const hosted =
    config.duo === null
      ? null
      : (await import('./ports/second-factor/duo.ts')).duo(
          { ...config.duo, returnAddress: `${config.publicUrl.origin}/second-factor`, patienceMs: pace.patienceMs },
          hear,
        )
  const secondFactor = { publicUrl: config.publicUrl, provider: config.secondFactor, hosted, gates }
  mountArea(app, doors, areas['sign-in'], signInHandlers({ ...gates, ...byPassword }))
  mountArea(app, doors, areas.federation, federationHandlers({ ...gates, ...federation }))
  mountArea(
    app,
    doors,
    areas['second-factor'],
    secondFactorHandlers({ ...parts, ...secondFactor, onTry: tried('second-factor') }),
  )
  mountArea(
    app,
    doors,
    areas['human-check'],
    humanCheckHandlers({ transact, preLogin, check: checkOf(config, keys, hear, pace) }),
  )
  mountArea(app, doors, areas.directory, directoryHandlers({ ...gates, ...directory, onTry: tried('directory') }))
  const others = {
    hasCompanyAccounts: directory.startAddress !== null,
    recoversByLink: config.recoveryMode === 'link',
  }
  return () => wordsForSignIn(gates.waysIn, others)
}

/** A service where one is named, and the portal's own check where not, or while the service is away. */
function checkOf({ humanCheckService: service, publicUrl }: Config, keys: KeyRing, hear: HearTrouble, pace: Pace) {
  const own = proofOfWork(keys, pace.proofEffort)
  if (service === null) return own
  return siteVerify({ ...service, hostName: publicUrl.hostname, patienceMs: pace.patienceMs }, own, hear)
}

/** When calls before sign-in ask for a human check. */
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
