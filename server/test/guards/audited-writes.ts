import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import type { AuditEvent } from '../../src/areas/audit/audit-store.ts'
import { giveApp } from '../../src/areas/second-factor/test/authenticator-app.ts'
import type { MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import { type ReferenceSample, referenceSamples } from '../reference-samples.ts'
import type { AuditedWrite, CalledHere, Ids, InSteps } from './audited-write.ts'
import { linkOf } from './sample-rows.ts'

const NOTHING_YET = { none: 'The change is recorded when the next step confirms it.' }
const ONLY_READS = { none: 'Reads; POST keeps its input out of the address.' }
const LAST_USE = { none: 'Last use of a tile or page, no decision of the user.' }
const CLIENT_LOG = { none: 'Is a log itself.' }

const onTarget = (event: AuditEvent, columns: object = {}): CalledHere => ({
  event,
  target: columns,
  body: ({ id }) => ({ userId: id }),
})
const onEnrolled = (event: AuditEvent): CalledHere => ({
  ...onTarget(event),
  prepare: async (portal, _world, target) => {
    const [enrolled] = await portal.owner('select from authenticators where user_id = $1', [target.id])
    if (!enrolled) await giveApp(portal, target)
    return {}
  },
})
const callerAsContact = (_target: MadeUser, ids: Ids) => ({
  contacts: [{ userId: Number(ids['uid']), roleTxt: 'Support' }],
})
const inSteps = (event: AuditEvent): InSteps => ({ event, inSteps: true })

/** The writes of one category of database maintenance. */
function writesOf({ category: { endpoints }, restore }: ReferenceSample): [string, AuditedWrite][] {
  const event = 'reference_data_changed'
  return Object.values(endpoints as Record<string, Endpoint>)
    .filter(({ method, name }) => method !== 'GET' && name !== restore.name)
    .map(({ name }): [string, AuditedWrite] => [name, { event }])
    .concat([[restore.name, inSteps(event)]])
}

/** Every call that writes, and the event that it leaves in the audit trail. */
export const auditedWrites: Readonly<Record<string, AuditedWrite>> = {
  // Signing in and out
  login: { event: 'authn_login_fail' },
  acceptLicense: { event: 'license_accepted', as: 'atLicense' },
  findSignInMethod: ONLY_READS,
  passHumanCheck: { none: 'Nobody is known yet.' },
  logout: { event: 'session_logout' },
  beginLogoutChain: { event: 'session_closing' },
  noteLogoutStep: { none: 'What the browser saw on its way out; the sign-out itself is recorded.' },
  staySignedIn: { none: 'Activity, like every other call.' },
  endOtherSessions: { event: 'session_logout' },
  reportSignIn: inSteps('authn_login_reported'),
  endDirectorySessions: inSteps('session_logout'),
  finishDirectorySignIn: inSteps('directory_identity_linked'),
  checkDirectoryUser: inSteps('authn_login_success'),
  finishFederatedSignIn: { event: 'authn_login_fail' },
  checkActiveUser: inSteps('authn_login_success'),
  // Requests for applications
  requestAccess: { event: 'access_requested' },
  requestPermissionSet: { event: 'access_requested' },
  withdrawAccessRequest: { event: 'access_request_withdrawn' },
  decideAccessRequest: { event: 'access_request_declined' },
  handOverUser: inSteps('user_handed_over'),
  requestErasure: inSteps('erasure_requested'),
  takeBackErasure: inSteps('erasure_taken_back'),
  planHandOver: inSteps('user_hand_over_planned'),
  requestPersonExport: { event: 'person_exported' },
  downloadPersonExport: inSteps('person_export_downloaded'),
  requestOwnExport: { event: 'person_exported' },
  downloadOwnExport: inSteps('person_export_downloaded'),
  planAccessChange: ONLY_READS,
  saveDirectoryAttributes: { event: 'directory_attributes_changed' },
  tryDirectoryAttributes: inSteps('directory_person_tried'),
  planGroupAccess: ONLY_READS,
  exportGroupPlan: inSteps('directory_group_plan_exported'),
  exportDirectoryPeople: inSteps('directory_people_exported'),
  decideDirectoryConflict: { event: 'directory_conflict_decided' },
  saveGroupAccess: { event: 'directory_group_changed' },
  undoGroupAccess: inSteps('directory_group_changed'),
  createPermissionSet: { event: 'permission_set_added' },
  planPermissionSet: ONLY_READS,
  updatePermissionSet: { event: 'permission_set_changed' },
  deletePermissionSet: { event: 'permission_set_deleted' },
  undoPermissionSet: inSteps('permission_set_changed'),
  givePermissionSet: { event: 'permission_set_given' },
  takePermissionSet: inSteps('permission_set_taken'),
  exportPermissionSetHolders: inSteps('permission_set_exported'),
  startAccessChange: { event: 'access_change_started' },
  undoAccessChange: { event: 'access_change_undone' },
  // Reviews of access
  startAccessReview: inSteps('access_review_started'),
  decideReviewItems: inSteps('access_review_decided'),
  undoReviewDecisions: inSteps('access_review_undone'),
  // Reports
  exportUserListReport: { event: 'report_exported' },
  exportAccessReport: { event: 'report_exported' },
  requestPciReport: { event: 'report_requested' },
  requestAccessReport: { event: 'report_requested' },
  deleteReportQueue: { event: 'report_deleted' },
  exportReviewItems: inSteps('access_review_exported'),
  // Second factor at sign-in
  secondFactorLogin: { none: 'Exchanges a ticket; the steps around it are recorded.' },
  ssoEnrollmentLogin: { none: 'Exchanges a ticket; the steps around it are recorded.' },
  checkSecondFactorUser: inSteps('authn_login_success'),
  skipEnrollment: inSteps('second_factor_skipped'),
  skipSsoEnrollment: inSteps('second_factor_skipped'),
  verifyCode: inSteps('authn_factor_success'),
  verifyRecoveryCode: inSteps('authn_factor_success'),
  startPasskeyCheck: NOTHING_YET,
  verifyPasskey: inSteps('authn_factor_success'),
  startAtProvider: NOTHING_YET,
  returnFromProvider: inSteps('authn_factor_success'),
  startAuthenticatorEnrollment: NOTHING_YET,
  confirmAuthenticatorEnrollment: inSteps('second_factor_changed'),
  startPasskeyEnrollment: NOTHING_YET,
  confirmPasskeyEnrollment: inSteps('second_factor_changed'),
  // A user's own second factor
  addAuthenticator: NOTHING_YET,
  confirmAuthenticator: inSteps('second_factor_changed'),
  removeAuthenticator: inSteps('second_factor_changed'),
  addPasskey: NOTHING_YET,
  confirmPasskey: inSteps('second_factor_changed'),
  removePasskey: inSteps('second_factor_changed'),
  renewRecoveryCodes: inSteps('second_factor_changed'),
  revokeTrustedDevice: inSteps('second_factor_changed'),
  // Confirming one's identity
  reauthenticateByPassword: inSteps('authn_reauthentication'),
  reauthenticateByCode: inSteps('authn_reauthentication'),
  reauthenticateByRecoveryCode: inSteps('authn_reauthentication'),
  startReauthenticationPasskey: NOTHING_YET,
  reauthenticateByPasskey: inSteps('authn_reauthentication'),
  reauthenticateByTicket: inSteps('authn_reauthentication'),
  // Passwords
  askSecurityQuestion: ONLY_READS,
  recoverPassword: { event: 'authn_password_recovery_fail' },
  sendRecoveryLink: inSteps('authn_password_recovery'),
  readRecoveryLink: ONLY_READS,
  redeemRecoveryLink: inSteps('authn_password_change'),
  changePassword: inSteps('authn_password_change'),
  saveSecurityInfo: inSteps('user_updated'),
  // A user's own account
  updateProfile: { event: 'user_updated', body: () => ({ jobTitleDscTxt: `Clerk ${Math.random()}`.slice(0, 20) }) },
  confirmEmail: inSteps('user_updated'),
  withdrawEmail: {
    event: 'user_updated',
    prepare: async (portal, { users }) => {
      await portal.owner("update users set pending_email = 'new@example.test' where id = $1", [users.external.id])
      return {}
    },
  },
  saveOwnNotificationTypes: {
    event: 'user_updated',
    prepare: async (portal, { users }) => {
      await portal.owner(
        `insert into user_notification_types (user_id, notification_type_id)
         select $1, min(id) from notification_types on conflict do nothing`,
        [users.external.id],
      )
      return {}
    },
  },
  sendOptOutText: inSteps('opt_out_text_sent'),
  // Home, announcements and requests
  setFavorite: { event: 'favorite_changed' },
  recordSectionAccess: LAST_USE,
  recordPageAccess: LAST_USE,
  launchPage: { event: 'application_opened' },
  completeOpenIdSignOn: inSteps('application_opened'),
  recordApplicationSession: { none: 'The application itself was opened with an event.' },
  answerSignOnRequest: inSteps('application_opened'),
  declineSignOnRequest: { none: 'No user is signed in.' },
  receiveRedirectedSignOn: NOTHING_YET,
  receivePostedSignOn: NOTHING_YET,
  manageUserAtSystem: inSteps('accounts_page_opened'),
  addJobSchedule: inSteps('job_schedule_changed'),
  changeJobSchedule: { event: 'job_schedule_changed', body: () => ({ cronTxt: '15 6 * * *' }) },
  removeJobSchedule: { event: 'job_schedule_changed' },
  restoreJobSchedule: inSteps('job_schedule_changed'),
  runJobNow: { event: 'job_run_requested' },
  saveSignOnSettings: inSteps('sign_on_settings_changed'),
  makeClientSecret: inSteps('client_secret_made'),
  createServiceAccount: { event: 'service_account_changed' },
  updateServiceAccount: { event: 'service_account_changed' },
  rotateServiceToken: { event: 'service_token_changed' },
  revokeServiceAccount: { event: 'service_account_changed' },
  createWebhook: { event: 'webhook_changed' },
  updateWebhook: { event: 'webhook_changed' },
  deleteWebhook: { event: 'webhook_changed' },
  rotateWebhookSecret: { event: 'webhook_changed' },
  testWebhook: { none: 'A test is in the delivery log.' },
  replayWebhook: { event: 'webhook_changed' },
  resendWebhookDelivery: { event: 'webhook_changed' },
  dryRunSignOn: inSteps('sign_on_tried'),
  addSsoMapping: inSteps('sso_mapping_changed'),
  deleteSsoMapping: inSteps('sso_mapping_changed'),
  restoreSsoMapping: inSteps('sso_mapping_changed'),
  addSsoMappingApplications: inSteps('sso_mapping_changed'),
  addSsoMappingCustomers: inSteps('sso_mapping_changed'),
  deleteSsoMappingApplication: inSteps('sso_mapping_changed'),
  deleteSsoMappingCustomer: inSteps('sso_mapping_changed'),
  // The catalog
  addApplication: { event: 'application_changed' },
  updateApplication: { event: 'application_changed' },
  deleteApplication: { event: 'application_changed' },
  restoreApplication: inSteps('application_changed'),
  saveSubLinks: { event: 'application_changed' },
  addSystem: { event: 'system_changed' },
  updateSystem: { event: 'system_changed' },
  deleteSystems: { event: 'system_changed' },
  restoreSystems: inSteps('system_changed'),
  addSection: { event: 'section_changed' },
  updateSection: { event: 'section_changed' },
  deleteSections: { event: 'section_changed' },
  restoreSections: inSteps('section_changed'),
  dismissAnnouncement: { event: 'announcement_dismissed' },
  undoDismissal: {
    event: 'announcement_dismissal_undone',
    prepare: async (portal, { ids, users }) => {
      await portal.owner(
        `insert into user_announcements (user_id, announcement_id, dismissed_version, dismissed_at)
         values ($1, $2, 1, now()) on conflict (user_id, announcement_id) do nothing`,
        [users.external.id, ids['id']],
      )
      return {}
    },
  },
  addAnnouncement: { event: 'announcement_changed' },
  updateAnnouncement: { event: 'announcement_changed' },
  deleteAnnouncement: { event: 'announcement_changed' },
  restoreAnnouncement: inSteps('announcement_changed'),
  publishReviewedAnnouncement: inSteps('announcement_reviewed'),
  sendBackAnnouncement: inSteps('announcement_sent_back'),
  measureAnnouncementReach: ONLY_READS,
  previewAnnouncement: ONLY_READS,
  sendEnhanceReq: { event: 'enhancement_request_sent' },
  // Documents and links
  uploadDocument: { event: 'upload_stored' },
  overwriteDocument: { event: 'upload_stored' },
  downloadDocument: { event: 'document_downloaded' },
  shareDocument: {
    event: 'document_shared',
    body: ({ id }, { docId }) => ({ documentId: Number(docId), sharedUserIdList: [id] }),
  },
  unshareDocument: { event: 'document_unshared' },
  dropShare: { event: 'document_unshared' },
  trashDocument: { event: 'document_trashed' },
  restoreDocument: { event: 'document_restored' },
  deleteFromSpace: { event: 'upload_delete' },
  restoreVersion: { event: 'document_version_restored' },
  saveLink: { event: 'link_added', body: () => ({ linkNm: 'Shop', linkUrlTxt: 'https://shop.example/new' }) },
  deleteLink: {
    event: 'link_deleted',
    prepare: async (portal, { users }) => ({ userLinkId: await linkOf(portal, users.external) }),
  },
  saveListPreferences: { none: 'How a list looks to its user alone.' },
  noteRecentVisit: { none: 'What the search offers its user alone first.' },
  // Administration
  deleteUser: onTarget('user_updated'),
  inactivateUser: onTarget('user_updated'),
  reactivateUser: onTarget('user_updated', { status: 2 }),
  lockUser: onTarget('user_updated'),
  unlockUser: onTarget('user_updated'),
  endUserSessions: onTarget('authz_admin'),
  resetUserPassword: onTarget('authn_password_change'),
  resetUserSecondFactor: onEnrolled('authz_admin'),
  deleteUserSecondFactor: onEnrolled('authz_admin'),
  actOnUsers: { event: 'user_updated', body: ({ id }) => ({ actionCd: 'lock', userIds: [id] }) },
  updateUserCustomers: inSteps('user_updated'),
  listUsers: ONLY_READS,
  exportUsers: inSteps('users_exported'),
  changeEnhancementRequest: { event: 'enhancement_request_changed' },
  exportDeletedUsers: inSteps('deleted_users_exported'),
  checkEmailAddress: ONLY_READS,
  proposeUser: ONLY_READS,
  uploadUserImport: NOTHING_YET,
  correctUserImport: NOTHING_YET,
  commitUserImport: inSteps('users_imported'),
  commitValidRows: inSteps('users_imported'),
  exportUserImport: ONLY_READS,
  exportImportTemplate: ONLY_READS,
  createUser: inSteps('user_created'),
  updateUserDetail: inSteps('user_updated'),
  updateUserPermissions: inSteps('user_permissions_changed'),
  saveUserSystemAccounts: inSteps('system_accounts_changed'),
  emulatedLogin: inSteps('emulation_started'),
  emulatedLogout: inSteps('emulation_ended'),
  ...Object.fromEntries(referenceSamples.flatMap(writesOf)),
  saveResourceText: { event: 'resource_text_changed' },
  undoResourceText: inSteps('resource_text_changed'),
  uploadFile: { event: 'file_changed' },
  deleteFile: { event: 'file_changed' },
  undoFileChange: inSteps('file_changed'),
  downloadFile: { event: 'file_downloaded' },
  removeTileImage: inSteps('tile_image_changed'),
  undoTileImage: inSteps('tile_image_changed'),
  uploadTileImage: inSteps('tile_image_changed'),
  saveBranding: inSteps('branding_changed'),
  usePrevBranding: inSteps('branding_changed'),
  useDefaultBranding: inSteps('branding_changed'),
  generatePreview: NOTHING_YET,
  addClient: { event: 'client_added' },
  saveClientContacts: { event: 'client_contacts_changed', body: callerAsContact },
  saveDefaultContacts: { event: 'client_contacts_changed', body: callerAsContact },
  saveDefaultBranding: inSteps('branding_changed'),
  usePrevDefaultBranding: inSteps('branding_changed'),
  generateDefaultPreview: NOTHING_YET,
  saveSamlIdentityProvider: inSteps('saml_provider_changed'),
  saveSamlIdentityProviderEmployers: inSteps('saml_provider_changed'),
  startSignInTest: { event: 'identity_provider_test_started' },
  startDirectoryTest: inSteps('identity_provider_test_started'),
  testDirectoryPassword: inSteps('identity_provider_tested'),
  restoreSamlIdentityProvider: inSteps('saml_provider_changed'),
  deleteSamlIdentityProvider: { event: 'saml_provider_changed' },
  resendMail: { event: 'mail_sent_again', prepare: deadMail },
  discardMail: { event: 'mail_given_up', prepare: deadMail },
  exportAuditEvents: { event: 'audit_exported' },
  logForUser: CLIENT_LOG,
  logAnonymously: CLIENT_LOG,
}

async function deadMail(portal: Portal): Promise<Ids> {
  const [row] = await portal.owner(
    `insert into outbox_mails (dedupe_key, to_address, template, state, last_error)
     select 'dead ' || gen_random_uuid(), 'gone@example.test', 'test', 'dead', '550 no such user' returning id`,
  )
  return { mailId: String(row?.['id']) }
}
