import { areas } from '@portico/contract/areas.ts'
import type { AccountParts } from './areas/account/account-parts.ts'
import { accountHandlers } from './areas/account/account-handlers.ts'
import { announcementHandlers } from './areas/announcements/announcement-handlers.ts'
import { auditTrail } from './areas/audit/public.ts'
import { brandingHandlers } from './areas/branding/branding-handlers.ts'
import { clientLogHandlers } from './areas/client-log/client-log-handlers.ts'
import { contactHandlers } from './areas/contact/contact-handlers.ts'
import { directorySignOut } from './areas/directory/sign-out.ts'
import { documentHandlers } from './areas/documents/document-handlers.ts'
import { identityProviderHandlers } from './areas/federation/identity-provider-handlers.ts'
import { homeHandlers } from './areas/home/home-handlers.ts'
import { tileImages } from './areas/home/tile-images.ts'
import { linkHandlers } from './areas/links/link-handlers.ts'
import { mailHandlers } from './areas/mail/mail-handlers.ts'
import { passwordHandlers } from './areas/password/password-handlers.ts'
import type { PasswordHashing } from './areas/password/password-hashing.ts'
import { searchHandlers } from './areas/search/search-handlers.ts'
import { sessionHandlers } from './areas/session/session-handlers.ts'
import { sessionReader } from './areas/session/session-reader.ts'
import { humanCheckGate } from './areas/sign-in/human-check-gate.ts'
import { preLoginReader } from './areas/sign-in/prelogin-reader.ts'
import { preLoginTokens } from './areas/sign-in/prelogin-token.ts'
import { singleSignOnHandlers } from './areas/single-sign-on/single-sign-on-handlers.ts'
import type { Build } from './build.ts'
import type { Config } from './config/config.ts'
import { ownedByDirectory } from './config/directory-settings.ts'
import { keyRing } from './crypto/key-ring.ts'
import type { Database } from './db/database.ts'
import type { DemoCompany } from './demo/demo-company.ts'
import { serveApiDocs } from './http/api-docs.ts'
import type { Doors } from './http/doors.ts'
import { scannerOf } from './files-of-portal.ts'
import { answerUnrouted } from './http/failures.ts'
import { mountArea } from './http/mount-area.ts'
import { originRule } from './http/origin.ts'
import { rateLimits } from './http/rate-limits.ts'
import { type HttpServer, httpServer } from './http/server.ts'
import { serveShell } from './http/shell.ts'
import type { Logger } from './logging.ts'
import { composerOf } from './mail-of-portal.ts'
import type { Metrics } from './ops/metrics.ts'
import { type Pace, usualPace } from './pace.ts'
import { carrierMail, noTextMessages } from './ports/text-message/text-message.ts'
import type { FileStorage } from './ports/file-storage/file-storage.ts'
import { patientStorage } from './ports/file-storage/patient-storage.ts'
import { transactOn } from './stores.ts'
import { humanCheckPolicy, mountWaysIn } from './ways-in.ts'

export interface AppParts {
  config: Config
  database: Database
  hashing: PasswordHashing
  logger: Logger
  build: Build
  storage: FileStorage
  /** Other than usual in tests only. */
  pace?: Pace
  /** Folder of the built front end; absent in tests of the calls alone. */
  webDist?: string
  /** The employer that the demo plays. */
  demoCompany?: DemoCompany
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
  const wordsForForm = await mountWaysIn(app, doors, { ...parts, db, transact, keys, preLogin, origin })
  const signOut = directorySignOut(db, config.directory.signOutUrl, config.publicUrl)
  mountArea(app, doors, areas.session, sessionHandlers({ db, transact, directorySignOut: signOut }))
  mountArea(
    app,
    doors,
    areas.password,
    passwordHandlers({
      db,
      transact,
      hashing: parts.hashing,
      keys,
      settings: config,
      recoveryFloorMs: (parts.pace ?? usualPace).recoveryFloorMs,
      humanCheck: humanCheckGate(db, preLogin, humanCheckPolicy(config)),
    }),
  )
  mountArea(app, doors, areas.account, accountHandlers(accountPartsOf(parts, { db, transact, keys })))
  mountArea(app, doors, areas.contact, contactHandlers({ db, transact }))
  mountArea(app, doors, areas.home, homeHandlers({ db, transact, images: tileImages(db) }))
  mountArea(app, doors, areas['single-sign-on'], singleSignOnHandlers({ db, transact }))
  const dated = { db, transact, timeZone: config.businessTimeZone }
  mountArea(app, doors, areas.announcements, announcementHandlers(dated))
  const stored = { ...dated, storage: patientStorage(parts.storage), ...scanningOf(config), log: logger }
  mountArea(app, doors, areas.documents, documentHandlers(stored))
  mountArea(app, doors, areas.links, linkHandlers({ db, transact }))
  mountArea(app, doors, areas.search, searchHandlers(dated))
  mountArea(app, doors, areas.branding, brandingHandlers({ db }))
  mountArea(app, doors, areas['identity-providers'], identityProviderHandlers({ transact }))
  mountArea(app, doors, areas.mail, mailHandlers({ db, transact }))
  mountArea(app, doors, areas['client-log'], clientLogHandlers({ transact, log: logger, buildVersion: build.version }))

  if (config.apiDocs) serveApiDocs(app, build.version)
  if (config.demo) {
    const { serveDemo } = await import('./demo/demo-pages.ts')
    serveDemo(app, { db, compose: composerOf(config), company: parts.demoCompany })
  }
  if (parts.webDist === undefined) app.setNotFoundHandler(answerUnrouted)
  else await serveShell(app, parts.webDist, { waysIn: wordsForForm, guests: config.humanCheckService?.origins ?? [] })
  return app
}

const scanningOf = (config: Config) => ({ scanner: scannerOf(config), scanRequired: config.scanRequired })

const accountPartsOf = (
  { config, hashing }: AppParts,
  base: Pick<AccountParts, 'db' | 'transact' | 'keys'>,
): AccountParts => ({
  ...base,
  hashing,
  texts: config.textMessages === 'off' ? noTextMessages : carrierMail,
  directoryFields: ownedByDirectory(config.directory),
})
