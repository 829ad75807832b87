import { areas } from '@portico/contract/areas.ts'
import { accountHandlers } from './areas/account/account-handlers.ts'
import { announcementHandlers } from './areas/announcements/announcement-handlers.ts'
import { auditTrail } from './areas/audit/public.ts'
import { brandingHandlers } from './areas/branding/branding-handlers.ts'
import { clientLogHandlers } from './areas/client-log/client-log-handlers.ts'
import { directoryHandlers } from './areas/directory/directory-handlers.ts'
import { directoryWays } from './areas/directory/directory-parts.ts'
import { addresseeAt, federatedStart, federationHandlers } from './areas/federation/federation-handlers.ts'
import { providerReader } from './areas/federation/provider-store.ts'
import { homeHandlers } from './areas/home/home-handlers.ts'
import { tileImages } from './areas/home/tile-images.ts'
import { humanCheckHandlers } from './areas/human-check/human-check-handlers.ts'
import { passwordHandlers } from './areas/password/password-handlers.ts'
import type { PasswordHashing } from './areas/password/password-hashing.ts'
import { secondFactorGate } from './areas/second-factor/public.ts'
import { secondFactorHandlers } from './areas/second-factor/second-factor-handlers.ts'
import { sessionHandlers } from './areas/session/session-handlers.ts'
import { sessionReader } from './areas/session/session-reader.ts'
import { preLoginReader } from './areas/sign-in/prelogin-reader.ts'
import { type PreLoginTokens, preLoginTokens } from './areas/sign-in/prelogin-token.ts'
import { signInHandlers } from './areas/sign-in/sign-in-handlers.ts'
import { textTable } from './areas/sign-in/text-table.ts'
import { waysIn } from './areas/sign-in/way-in.ts'
import { singleSignOnHandlers } from './areas/single-sign-on/single-sign-on-handlers.ts'
import type { Build } from './build.ts'
import type { Config } from './config/config.ts'
import { type KeyRing, keyRing } from './crypto/key-ring.ts'
import type { Database, Db } from './db/database.ts'
import { serveApiDocs } from './http/api-docs.ts'
import type { Doors } from './http/doors.ts'
import { answerUnrouted } from './http/failures.ts'
import { mountArea } from './http/mount-area.ts'
import { type OriginRule, originRule } from './http/origin.ts'
import { rateLimits } from './http/rate-limits.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import { serveShell } from './http/shell.ts'
import type { Logger } from './logging.ts'
import { composerOf } from './mail-of-portal.ts'
import type { Metrics } from './ops/metrics.ts'
import { proofOfWork } from './ports/human-check/proof-of-work.ts'
import { duo } from './ports/second-factor/duo.ts'
import { type Transact, transactOn } from './stores.ts'

export interface AppParts {
  config: Config
  database: Database
  hashing: PasswordHashing
  logger: Logger
  build: Build
  /** Folder of the built front end; absent in tests of the calls alone. */
  webDist?: string
  metrics?: Pick<Metrics, 'observeRequest' | 'countLogin' | 'countDenied'>
}

/** The composition: every area wired by hand, on one page. */
export async function buildApp(parts: AppParts): Promise<HttpServer> {
  const { config, database, logger, build } = parts
  const db = database.requests
  const transact = transactOn(db)
  const app = await httpServer({
    logger,
    trustedProxies: config.trustedProxies,
    isHttps: config.publicUrl.protocol === 'https:',
    onAnswered: (request) => parts.metrics?.observeRequest(request),
  })
  const origin = originRule(config.publicUrl)
  const keys = keyRing(config.secretKeys)
  const preLogin = preLoginTokens(keys)
  const doors: Doors = {
    sessions: sessionReader(db, auditTrail(transact), config.passwordMaxAgeDays),
    preLogin: preLoginReader(db, preLogin),
    origin,
    rates: rateLimits(app, config.rateLimit),
    onDenied: (door) => parts.metrics?.countDenied(door),
  }
  await mountWaysIn(app, doors, { ...parts, db, transact, keys, preLogin, origin })
  mountArea(app, doors, areas.session, sessionHandlers({ db, transact }))
  mountArea(
    app,
    doors,
    areas.password,
    passwordHandlers({ db, transact, hashing: parts.hashing, keys, settings: config }),
  )
  mountArea(app, doors, areas.account, accountHandlers({ db, transact }))
  mountArea(app, doors, areas.home, homeHandlers({ db, transact, images: tileImages(db) }))
  mountArea(app, doors, areas['single-sign-on'], singleSignOnHandlers({ db, transact }))
  mountArea(app, doors, areas.announcements, announcementHandlers({ db, transact, timeZone: config.businessTimeZone }))
  mountArea(app, doors, areas.branding, brandingHandlers({ db }))
  mountArea(app, doors, areas['client-log'], clientLogHandlers({ transact, log: logger, buildVersion: build.version }))

  if (config.apiDocs) serveApiDocs(app, build.version)
  if (config.demo) {
    const { serveDemo } = await import('./demo/demo-pages.ts')
    serveDemo(app, { db, compose: composerOf(config) })
  }
  if (parts.webDist === undefined) app.setNotFoundHandler(answerUnrouted)
  else await serveShell(app, parts.webDist)
  return app
}

interface WaysInParts extends AppParts {
  db: Db
  transact: Transact
  keys: KeyRing
  preLogin: PreLoginTokens
  origin: OriginRule
}

/** Every way in, up to the open session. */
async function mountWaysIn(app: HttpServer, doors: Doors, parts: WaysInParts): Promise<void> {
  const { config, db, transact, keys, preLogin, metrics } = parts
  const settings = {
    maxFailures: config.loginMaxFailures,
    humanCheck: { mode: config.humanCheck, countsNetworks: config.rateLimit },
    passwordMaxAgeDays: config.passwordMaxAgeDays,
    sessionMaxHours: config.sessionMaxHours,
  }
  const gate = secondFactorGate(config.secondFactor === 'off' ? null : config.secondFactor)
  const directory = await directoryWays({ ...parts, settings: config.directory, publicUrl: config.publicUrl })
  const providers = providerReader(db)
  const gates = {
    ...parts,
    settings,
    secondFactor: gate,
    waysIn: waysIn(db, {
      directory: directory.startAddress,
      federated: (employerId) => federatedStart(providers, employerId),
    }),
  }
  mountArea(
    app,
    doors,
    areas['sign-in'],
    signInHandlers({
      ...gates,
      directory: directory.passwords,
      texts: textTable(db),
      onTry: (outcome) => metrics?.countLogin('password', outcome),
    }),
  )
  mountFederation(app, doors, { ...gates, providers, config, metrics })
  mountArea(
    app,
    doors,
    areas['second-factor'],
    secondFactorHandlers({
      ...parts,
      publicUrl: config.publicUrl,
      provider: config.secondFactor,
      hosted:
        config.duo === null ? null : duo({ ...config.duo, returnAddress: `${config.publicUrl.origin}/second-factor` }),
      gates: { transact, secondFactor: gate, settings },
      onTry: (outcome) => metrics?.countLogin('second-factor', outcome),
    }),
  )
  mountArea(app, doors, areas['human-check'], humanCheckHandlers({ transact, preLogin, check: proofOfWork(keys) }))
  mountArea(
    app,
    doors,
    areas.directory,
    directoryHandlers({
      ...gates,
      ...directory,
      onTry: (outcome) => metrics?.countLogin('directory', outcome),
    }),
  )
}

interface FederationMountParts extends Omit<Parameters<typeof federationHandlers>[0], 'us' | 'onTry'> {
  config: Config
  metrics: AppParts['metrics']
}

/** Sign-on at the identity providers of employers. */
function mountFederation(app: HttpServer, doors: Doors, { config, metrics, ...parts }: FederationMountParts): void {
  const us = addresseeAt(config.publicUrl)
  const onTry = (outcome: string) => metrics?.countLogin('federated', outcome)
  mountArea(app, doors, areas.federation, federationHandlers({ ...parts, us, onTry }))
}
