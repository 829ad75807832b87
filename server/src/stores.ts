import type { Db, Tx } from './db/database.ts'
import type { Scope } from './db/scope.ts'
import { accessRequestStore } from './areas/access-requests/access-request-store.ts'
import { accessReviewStore } from './areas/access-reviews/access-review-store.ts'
import { emailConfirmationStore } from './areas/account/email-confirmation-store.ts'
import { optOutStore } from './areas/account/opt-out-store.ts'
import { ownAccountStore } from './areas/account/own-account-store.ts'
import { userStore } from './areas/account/user-store.ts'
import { announcementStore } from './areas/announcements/announcement-store.ts'
import { auditStore } from './areas/audit/audit-store.ts'
import { brandPreviewStore } from './areas/branding/brand-preview-store.ts'
import { brandStore } from './areas/branding/brand-store.ts'
import { clientLogStore } from './areas/client-log/client-log-store.ts'
import { enhancementStore } from './areas/contact/enhancement-store.ts'
import { representativeStore } from './areas/contact/representative-store.ts'
import { identityStore } from './areas/directory/identity-store.ts'
import { providerSessionStore } from './areas/directory/provider-session-store.ts'
import { documentStore } from './areas/documents/document-store.ts'
import { shareStore } from './areas/documents/share-store.ts'
import { storedFileStore } from './areas/documents/stored-file-store.ts'
import { signInTestStore } from './areas/federation/sign-in-test-store.ts'
import { federationStore } from './areas/federation/federation-store.ts'
import { providerStore } from './areas/federation/provider-store.ts'
import { publishedFileStore } from './areas/files/published-file-store.ts'
import { grantStore } from './areas/grants/grant-store.ts'
import { preferenceStore } from './areas/home/preference-store.ts'
import { humanCheckStore } from './areas/human-check/human-check-store.ts'
import { linkStore } from './areas/links/link-store.ts'
import { logoutStore } from './areas/logout-chain/logout-store.ts'
import { outboxStore } from './areas/mail/outbox-store.ts'
import { passwordStore } from './areas/password/password-store.ts'
import { recoveryLinkStore } from './areas/password/recovery-link-store.ts'
import { securityAnswerStore } from './areas/password/security-answer-store.ts'
import { listPreferenceStore } from './areas/preferences/preference-store.ts'
import { factorProgressStore } from './areas/second-factor/sign-in/factor-progress-store.ts'
import { factorStore } from './areas/second-factor/factors/factor-store.ts'
import { passkeyStore } from './areas/second-factor/factors/passkey-store.ts'
import { trustedDeviceStore } from './areas/second-factor/factors/trusted-device-store.ts'
import { settingsAdminStore } from './areas/sign-on-settings/settings-admin-store.ts'
import { applicationRequestStore } from './areas/single-sign-on/application-request-store.ts'
import { launchStore } from './areas/single-sign-on/launch-store.ts'
import { signingKeyStore } from './areas/signing-keys/signing-key-store.ts'
import { sessionStore } from './areas/session/session-store.ts'
import { signInCompletionStore } from './areas/sign-in/sign-in-completion-store.ts'
import { licenseStore } from './areas/sign-in/license.ts'
import { signInStore } from './areas/sign-in/sign-in-store.ts'
import { signInTicketStore } from './areas/sign-in/sign-in-ticket-store.ts'
import { ssoMappingStore } from './areas/sso-mappings/mapping-store.ts'
import { accountStore } from './areas/system-accounts/account-store.ts'
import { accountTypeStore } from './areas/system-accounts/account-type-store.ts'
import { reportExportStore } from './areas/reports/report-export-store.ts'
import { reportStore } from './areas/reports/report-store.ts'
import { userImportRowStore } from './areas/user-import/import-row-store.ts'
import { userImportStore } from './areas/user-import/import-store.ts'
import { wordingStore } from './areas/texts/wording-store.ts'
import { undoStore } from './areas/undo/undo-store.ts'
import type { Caller } from './http/caller.ts'
import { jobScheduleStore } from './areas/jobs/job-schedule-store.ts'
import { jobQueue } from './jobs/queue.ts'

/** What makes each store for a transaction. */
const makers = {
  users: userStore,
  userImports: userImportStore,
  userImportRows: userImportRowStore,
  signInCompletions: signInCompletionStore,
  accessRequests: accessRequestStore,
  accessReviews: accessReviewStore,
  announcements: announcementStore,
  applicationRequests: applicationRequestStore,
  audit: auditStore,
  brandPreviews: brandPreviewStore,
  brands: brandStore,
  clientLog: clientLogStore,
  emailConfirmations: emailConfirmationStore,
  enhancements: enhancementStore,
  documents: documentStore,
  grants: grantStore,
  humanChecks: humanCheckStore,
  identities: identityStore,
  federation: federationStore,
  jobs: jobQueue,
  jobSchedules: jobScheduleStore,
  launches: launchStore,
  licenses: licenseStore,
  optOuts: optOutStore,
  links: linkStore,
  listPreferences: listPreferenceStore,
  logouts: logoutStore,
  outbox: outboxStore,
  ownAccounts: ownAccountStore,
  passwords: passwordStore,
  factorProgress: factorProgressStore,
  factors: factorStore,
  passkeys: passkeyStore,
  preferences: preferenceStore,
  publishedFiles: publishedFileStore,
  providers: providerStore,
  providerSessions: providerSessionStore,
  recoveryLinks: recoveryLinkStore,
  reports: reportStore,
  reportExports: reportExportStore,
  representatives: representativeStore,
  securityAnswers: securityAnswerStore,
  sessions: sessionStore,
  shares: shareStore,
  signIns: signInStore,
  signInTests: signInTestStore,
  signInTickets: signInTicketStore,
  signingKeys: signingKeyStore,
  signOnSettings: settingsAdminStore,
  ssoMappings: ssoMappingStore,
  storedFiles: storedFileStore,
  systemAccounts: accountStore,
  accountTypes: accountTypeStore,
  trustedDevices: trustedDeviceStore,
  undo: undoStore,
  wordings: wordingStore,
}

type Makers = typeof makers

/** Every store, bound to one transaction. There are none outside of a transaction. */
export type Stores = { readonly tx: Tx } & { readonly [Name in keyof Makers]: ReturnType<Makers[Name]> }

/** The stores of a transaction, each made when it is first used: a transaction uses few of them. */
class BoundStores {
  readonly tx: Tx

  constructor(tx: Tx) {
    this.tx = tx
  }
}

for (const [name, make] of Object.entries(makers))
  Object.defineProperty(BoundStores.prototype, name, {
    get(this: BoundStores) {
      const store: unknown = make(this.tx)
      Object.defineProperty(this, name, { value: store })
      return store
    },
  })

const bindStores = (tx: Tx): Stores => new BoundStores(tx) as Stores

/**
 * Runs a function in one transaction with the rows of the scope. A Refusal as its result rolls back. Areas name the
 * stores that they use.
 */
export type Transact<Name extends keyof Stores = keyof Stores> = <T>(
  scope: Scope,
  work: (stores: Pick<Stores, Name>) => T | Promise<T>,
) => Promise<T>

export const transactOn =
  (db: Db): Transact =>
  (scope, work) =>
    db.transact(scope, async (tx) => work(bindStores(tx)))

/** Returns the scope of the caller's own rows. */
export const ownScope = ({ user }: Caller): Scope => ({ kind: 'own', userId: user.id, clientId: user.clientId })
