import { areas } from '@portico/contract/areas.ts'
import { accessChangeHandlers, plannedHandOverHandlers } from '../areas/access-changes/access-change-handlers.ts'
import { accessRequestHandlers } from '../areas/access-requests/access-request-handlers.ts'
import { accessReviewHandlers } from '../areas/access-reviews/access-review-handlers.ts'
import type { AccountDeps } from '../areas/account/account-deps.ts'
import { accountHandlers } from '../areas/account/account-handlers.ts'
import { announcementAdminHandlers } from '../areas/announcements/announcement-admin-handlers.ts'
import { announcementAudienceHandlers } from '../areas/announcements/announcement-audience-handlers.ts'
import { announcementHandlers } from '../areas/announcements/announcement-handlers.ts'
import { auditHandlers } from '../areas/audit/audit-handlers.ts'
import { catalogHandlers } from '../areas/catalog/catalog-handlers.ts'
import { sectionHandlers } from '../areas/catalog/section-handlers.ts'
import { systemHandlers } from '../areas/catalog/system-handlers.ts'
import { mountBranding, mountTiles } from './mount-branding.ts'
import { clientLogHandlers } from '../areas/client-log/client-log-handlers.ts'
import { enhancementRequestHandlers } from '../areas/contact/enhancement-request-handlers.ts'
import { contactHandlers } from '../areas/contact/contact-handlers.ts'
import { customerHandlers } from '../areas/customers/customer-handlers.ts'
import {
  type DocumentDeps,
  documentHandlers,
  hasDocumentsHandlers,
  sharingClientsHandlers,
} from '../areas/documents/document-handlers.ts'
import { fileHandlers } from '../areas/files/file-handlers.ts'
import { identityProviderHandlers } from '../areas/federation/identity-provider-handlers.ts'
import { ownTextHandlers, resourceTextHandlers } from '../areas/texts/resource-text-handlers.ts'
import { type TextService, textService } from '../areas/texts/text-service.ts'
import type { Db } from '../db/database.ts'
import { emulationHandlers } from '../areas/emulation/emulation-handlers.ts'
import { jobHandlers } from '../areas/jobs/job-handlers.ts'
import { licenseHandlers } from '../areas/licenses/license-handlers.ts'
import { linkHandlers } from '../areas/links/link-handlers.ts'
import { managedObjectHandlers } from '../areas/managed-objects/managed-object-handlers.ts'
import { mailHandlers } from '../areas/mail/mail-handlers.ts'
import { askPasswordAgain } from '../areas/password/own-password.ts'
import { overviewHandlers } from '../areas/overview/overview-handlers.ts'
import { passwordHandlers } from '../areas/password/password-handlers.ts'
import { preferenceHandlers, recentVisitHandlers } from '../areas/preferences/preference-handlers.ts'
import { employerSettingHandlers, referenceDataHandlers } from '../areas/reference-data/reference-data-handlers.ts'
import { referenceUseHandlers } from '../areas/reference-data/reference-use-handlers.ts'
import { searchHandlers } from '../areas/search/search-handlers.ts'
import { serviceAccountHandlers } from '../areas/service-accounts/service-account-handlers.ts'
import { humanCheckGate } from '../areas/sign-in/human-check-gate.ts'
import { preLoginTokens } from '../areas/sign-in/prelogin-token.ts'
import { ssoMappingHandlers } from '../areas/sso-mappings/sso-mapping-handlers.ts'
import { systemAccountHandlers } from '../areas/system-accounts/system-account-handlers.ts'
import { tileAccessHandlers } from '../areas/tile-access/tile-access-handlers.ts'
import { deletedUserHandlers } from '../areas/users/lifecycle/deleted-user-handlers.ts'
import { userActionHandlers } from '../areas/users/actions/user-action-handlers.ts'
import { userCreationHandlers } from '../areas/users/creation/user-creation-handlers.ts'
import { userImportHandlers } from '../areas/user-import/user-import-handlers.ts'
import { userProfileHandlers } from '../areas/users/details/profile-handlers.ts'
import { accessHistoryHandlers } from '../areas/users/details/access-history-handlers.ts'
import { userOverviewHandlers } from '../areas/users/details/user-overview-handlers.ts'
import { erasureHandlers } from '../areas/users/lifecycle/erasure-handlers.ts'
import { handOverHandlers } from '../areas/users/lifecycle/hand-over-handlers.ts'
import { eventHandlers } from '../areas/webhooks/event-handlers.ts'
import { webhookHandlers } from '../areas/webhooks/webhook-handlers.ts'
import { webhookSending } from './webhook-sending.ts'
import { userHandlers } from '../areas/users/list/user-handlers.ts'
import { searchUsersOfAnyStatus } from '../areas/users/list/user-list.ts'
import { ownExportHandlers } from '../areas/person-export/own-export-handlers.ts'
import { permissionSetHandlers } from '../areas/permission-sets/permission-set-handlers.ts'
import { personExportHandlers } from '../areas/person-export/person-export-handlers.ts'
import type { Config } from '../config/config.ts'
import { ownedByDirectory } from '../config/directory-settings.ts'
import { type KeyRing, keyRing } from '../crypto/key-ring.ts'
import { Refusal } from '../http/answers.ts'
import { serveApiDocs } from '../http/api-docs.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import { createVirusScanner } from '../ports/file-services.ts'
import { answerUnrouted } from '../http/failures.ts'
import { mountArea } from '../http/mount.ts'
import { originRule } from '../http/origin.ts'
import { type HttpServer, httpServer } from '../http/server.ts'
import { refuseTokensInAddresses } from '../http/service-guards.ts'
import { serveShell } from '../http/shell.ts'
import { createMailComposer, createSmsGateway } from './mail-services.ts'
import { createPhoneNumbers } from './phone-numbers.ts'
import { defaultTimings } from './timings.ts'
import type { AppDeps } from './app-deps.ts'
import { requestGuards } from './guards.ts'
import { mountOpenIdProvider } from './mount-openid-provider.ts'
import { mountServiceProvider } from './mount-service-provider.ts'
import { mountSession } from './mount-session.ts'
import { mountReports } from './mount-reports.ts'
import { mountScim } from './mount-scim.ts'
import { mountSignals } from './mount-signals.ts'
import { humanCheckPolicy, mountSignIn } from './mount-sign-in.ts'
import { mountSingleSignOn } from './mount-single-sign-on.ts'

/** Wires every area by hand, on one page. */
export async function buildApp(deps: AppDeps): Promise<HttpServer> {
  const { config, database, logger, build } = deps
  const { db, stream } = database.calls
  // What it caches is for every session.
  const texts = textService(database.requests, config.language)
  const app = await emptyServer(deps, texts)
  const origin = originRule(config.publicUrl, (addresses) => logger.warn(addresses, 'origin refused'))
  const keys = keyRing(config.secretKeys)
  const preLogin = preLoginTokens(keys)
  const guards = await requestGuards(app, deps, { origin, keys, preLogin })
  refuseTokensInAddresses(app, guards)
  const signInPageOptions = await mountSignIn(app, guards, { ...deps, db, keys, preLogin, origin, texts })
  mountSession(app, guards, { db, config })
  const { hashing, timings: { minRecoveryResponseMs } = defaultTimings } = deps
  const humanCheck = humanCheckGate(db, preLogin, humanCheckPolicy(config))
  const password = { db, hashing, keys, settings: config, minRecoveryResponseMs, humanCheck, texts }
  mountArea(app, guards, areas.password, passwordHandlers(password))
  const account = accountDeps(deps, { db, keys, wordings: texts })
  mountArea(app, guards, areas.account, accountHandlers(account))
  mountArea(app, guards, areas.contact, contactHandlers({ db }))
  mountTiles(app, guards, { db })
  await mountApplications(app, guards, { ...deps, db, keys, texts })
  const dated = { db, timeZone: config.businessTimeZone }
  mountAnnouncements(app, guards, { ...dated, texts, requiresReview: config.requiresAnnouncementReview })
  const stored = { ...dated, storage: deps.storage, ...storingOf(config), log: logger }
  mountStoredFiles(app, guards, stored)
  mountArea(app, guards, areas.links, linkHandlers({ db }))
  mountArea(app, guards, areas.preferences, preferenceHandlers({ db }))
  mountArea(app, guards, areas['recent-visits'], recentVisitHandlers({ db }))
  mountArea(app, guards, areas.search, searchHandlers(dated))
  mountBranding(app, guards, { db, timeZone: config.businessTimeZone })
  mountMaintenance(app, guards, { db, texts, keys })
  mountUserAdministration(app, guards, { db, keys, texts, account, deps })
  const { publicUrl } = config
  await mountScim(app, guards, { ...deps, db, stream, texts, log: logger, phones: account.phones, publicUrl })
  await mountSignals(app, guards, { db, publicUrl })
  mountReports(app, guards, { db, keys, texts, config, stream })
  mountArea(app, guards, areas.emulation, emulationHandlers({ db, origin }))
  mountArea(app, guards, areas.jobs, jobHandlers({ ...dated, texts }))
  mountArea(app, guards, areas['identity-providers'], identityProviderHandlers({ db, config }))
  mountArea(app, guards, areas.mail, mailHandlers({ db, texts }))
  mountArea(app, guards, areas['client-log'], clientLogHandlers({ db, log: logger, buildVersion: build.version }))

  if (config.apiDocs) serveApiDocs(app, build.version)
  deps.serveDemo?.(app, { ...config, db, compose: createMailComposer(config) })
  if (deps.webDist === undefined) app.setNotFoundHandler(answerUnrouted)
  else
    await serveShell(app, deps.webDist, {
      signInPageOptions,
      frameOrigins: config.humanCheckService?.origins ?? [],
      timeZone: config.businessTimeZone,
      phoneCountry: config.phoneCountry,
    })
  return app
}

/** The HTTP server without routes. */
const emptyServer = (
  { config, logger, metrics, tracing, timings }: AppDeps,
  texts: ReturnType<typeof textService>,
): Promise<HttpServer> =>
  httpServer({
    logger,
    trustedProxies: config.trustedProxies,
    isHttps: config.publicUrl.protocol === 'https:',
    onAnswered: (request) => metrics?.observeRequest(request),
    tracing,
    texts,
    slowClientTimeoutMs: timings?.slowClientTimeoutMs,
  })

/** Announcements for their readers and for those who write them. */
function mountAnnouncements(
  app: HttpServer,
  guards: RequestGuards,
  deps: Parameters<typeof announcementAdminHandlers>[0],
): void {
  mountArea(app, guards, areas.announcements, announcementHandlers(deps))
  mountArea(app, guards, areas['announcement-admin'], announcementAdminHandlers(deps))
  mountArea(app, guards, areas['announcement-audience'], announcementAudienceHandlers(deps))
}

/** Static settings, and the texts of the portal. */
function mountMaintenance(
  app: HttpServer,
  guards: RequestGuards,
  deps: Pick<UserAdministrationDeps, 'db' | 'keys' | 'texts'>,
) {
  mountArea(app, guards, areas['reference-data'], referenceDataHandlers(deps))
  mountArea(app, guards, areas['employer-settings'], employerSettingHandlers(deps))
  mountArea(app, guards, areas['reference-uses'], referenceUseHandlers(deps))
  mountArea(app, guards, areas['resource-texts'], resourceTextHandlers(deps))
  mountArea(app, guards, areas.licenses, licenseHandlers(deps))
  mountArea(app, guards, areas['managed-objects'], managedObjectHandlers(deps))
  mountArea(app, guards, areas['own-texts'], ownTextHandlers(deps))
}

/** The document library, and the files for everybody. */
function mountStoredFiles(
  app: HttpServer,
  guards: RequestGuards,
  stored: Parameters<typeof fileHandlers>[0] & DocumentDeps,
) {
  mountArea(app, guards, areas.documents, documentHandlers(stored))
  mountArea(app, guards, areas['sharing-clients'], sharingClientsHandlers(stored))
  mountArea(app, guards, areas['has-documents'], hasDocumentsHandlers(stored))
  mountArea(app, guards, areas.files, fileHandlers(stored))
}

interface UserAdministrationDeps {
  db: Db
  keys: KeyRing
  texts: TextService
  account: AccountDeps
  deps: AppDeps
}

function mountUserAdministration(
  app: HttpServer,
  guards: RequestGuards,
  { db, keys, texts, account, deps }: UserAdministrationDeps,
): void {
  const { database, config } = deps
  const { phones } = account
  const listed = { db, texts, stream: database.calls.stream }
  const list = { ...listed, securityProvider: config.secondFactor }
  mountArea(app, guards, areas.users, userHandlers(list))
  mountArea(app, guards, areas['deleted-users'], deletedUserHandlers({ ...list, ...config }))
  mountArea(app, guards, areas['user-customers'], customerHandlers({ db }))
  mountArea(app, guards, areas['system-accounts'], systemAccountHandlers({ db }))
  mountArea(
    app,
    guards,
    areas['user-actions'],
    userActionHandlers({ db, hashing: deps.hashing, keys, texts, ...config }),
  )
  mountArea(app, guards, areas['user-creation'], userCreationHandlers({ db, hashing: deps.hashing, keys, phones }))
  mountArea(app, guards, areas['user-import'], userImportHandlers({ db, texts, stream: database.calls.stream, phones }))
  mountArea(app, guards, areas['user-profile'], userProfileHandlers(account))
  mountArea(app, guards, areas['user-overview'], userOverviewHandlers({ db }))
  mountArea(app, guards, areas['access-history'], accessHistoryHandlers({ db }))
  mountArea(app, guards, areas['access-changes'], accessChangeHandlers({ db, texts, logger: deps.logger }))
  mountArea(app, guards, areas['planned-hand-overs'], plannedHandOverHandlers({ db, texts, logger: deps.logger }))
  mountArea(app, guards, areas['access-requests'], accessRequestHandlers({ db }))
  mountArea(app, guards, areas['enhancement-requests'], enhancementRequestHandlers({ db }))
  mountArea(app, guards, areas['hand-over'], handOverHandlers({ db }))
  mountArea(app, guards, areas.erasures, erasureHandlers({ db, ...config }))
  const exporting = { db, storage: deps.storage, log: deps.logger }
  mountArea(app, guards, areas['person-export'], personExportHandlers(exporting))
  mountArea(app, guards, areas['own-export'], ownExportHandlers(exporting))
  mountArea(app, guards, areas['service-accounts'], serviceAccountHandlers({ db, keys }))
  mountArea(app, guards, areas.webhooks, webhookHandlers(webhookSending(config, { db, keys, texts })))
  mountArea(app, guards, areas.events, eventHandlers({ db, texts, source: config.publicUrl.origin }))
  mountArea(app, guards, areas['permission-sets'], permissionSetHandlers(listed))
  mountArea(app, guards, areas['access-reviews'], accessReviewHandlers(listed))
  mountArea(app, guards, areas.audit, auditHandlers({ ...listed, searchUsers: searchUsersOfAnyStatus }))
  mountArea(
    app,
    guards,
    areas.overview,
    overviewHandlers({
      db,
      texts,
      timeZone: config.businessTimeZone,
      requiresReview: config.requiresAnnouncementReview,
      sendsMail: config.smtp !== undefined,
      asksForSecondFactor: config.secondFactor !== 'off',
    }),
  )
  mountArea(app, guards, areas['tile-access'], tileAccessHandlers({ db, timeZone: config.businessTimeZone }))
}

type ApplicationDeps = Pick<AppDeps, 'config' | 'logger' | 'timings'> & {
  db: Db
  keys: KeyRing
  texts: TextService
}

/** The portal as identity provider of its applications, and what new accounts begin with. */
async function mountApplications(
  app: HttpServer,
  guards: RequestGuards,
  { config, logger, timings = defaultTimings, db, keys, texts }: ApplicationDeps,
): Promise<void> {
  mountSingleSignOn(app, guards, { config, logger, db, keys, texts })
  await mountOpenIdProvider(app, guards, { config, logger, timings, db, keys })
  await mountServiceProvider(app, guards, { config, logger, timings, db, keys })
  mountArea(app, guards, areas['sso-mappings'], ssoMappingHandlers({ db }))
  mountArea(app, guards, areas.catalog, catalogHandlers({ db }))
  mountArea(app, guards, areas['catalog-systems'], systemHandlers({ db, publicUrl: config.publicUrl }))
  mountArea(app, guards, areas['catalog-sections'], sectionHandlers({ db }))
}

const storingOf = (config: Config) => ({
  scanner: createVirusScanner(config),
  scanRequired: config.scanRequired,
  maxFileBytes: config.maxFileBytes,
  deletedFilesKeptDays: config.deletedFilesKeptDays,
})

const accountDeps = (
  { config, hashing }: AppDeps,
  base: Pick<AccountDeps, 'db' | 'keys' | 'wordings'>,
): AccountDeps => ({
  ...base,
  refuseWrongPassword: async (userId, typed) => {
    const verified = await askPasswordAgain({ db: base.db, hashing }, userId, typed)
    return verified instanceof Refusal ? verified : null
  },
  sms: createSmsGateway(config),
  phones: createPhoneNumbers(config),
  directoryFields: ownedByDirectory(config.directory),
})
