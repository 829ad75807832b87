const announcements = ['listSystemAnnouncements']
const applications = ['listApplications', 'listSystems', 'listCatalogSections']
const brands = ['listBrandedClients', 'getCurrentBranding', 'listBrandingVersions']
const contacts = ['listClientContacts', 'listDefaultContacts', 'listContacts']
const documents = ['listDocuments', 'listSharedDocuments', 'listTrash', 'getUsedSpace', 'listDocumentVersions']
const factors = ['getOwnFactors']
const files = ['listFiles']
/** What shows who has access, and whose access ends soon. */
const grants = ['getUserDetail', 'listUsers']
/** What shows permission sets, and who has them. */
const sets = ['listPermissionSets', 'getPermissionSet', 'listPermissionSetHolders', 'listPermissionSetsOfUser']
/** The same for one application. */
const holders = ['listUserApplications']
const jobs = ['listJobSchedules']
const links = ['listLinks']
const mails = ['listUndeliveredMails']
const mappings = ['listSsoMappings']
const ownRequests = ['listRequestableApplications', 'listRequestableSets', 'listOwnAccessRequests']
const profile = ['getProfile']
const providers = ['listSamlIdentityProviders']
const reports = ['listReportQueue']
const reviews = ['listReviewItems', 'getAccessReview', 'listAccessReviews', ...grants]
const signOns = ['listSignOnSystems', 'getSignOnSettings']
const texts = ['listResourceTexts']
const tiles = ['listTileImages']
const users = ['listUsers']
const waiting = ['getWaiting']
/** What shows the status of a user's account. */
const accounts = [
  'listUsers',
  'getUserDetail',
  'listDeletedUsers',
  'getUserOverview',
  'listUserChanges',
  'listDirectoryPeople',
]

/** By the name of a call that changes a record: the calls whose answers show that record. */
export const listsAfterWrites: Readonly<Record<string, readonly string[]>> = {
  requestAccess: ownRequests,
  requestPermissionSet: ownRequests,
  withdrawAccessRequest: ownRequests,
  decideAccessRequest: ['listAccessRequests', ...waiting, ...grants, ...holders],
  startAccessReview: ['listAccessReviews'],
  endAccessReview: ['listAccessReviews', 'getAccessReview', 'listReviewItems', ...waiting],
  changeReviewDueDate: ['listAccessReviews', 'getAccessReview'],
  decideReviewItems: [...reviews, ...waiting],
  undoReviewDecisions: [...reviews, ...waiting],
  decideDirectoryConflict: ['listDirectoryConflicts'],
  saveDirectoryAttributes: ['getDirectoryAttributes'],
  createPermissionSet: ['listPermissionSets'],
  updatePermissionSet: ['listPermissionSets', 'getPermissionSet', 'listPermissionSetsOfUser', ...grants],
  deletePermissionSet: ['listPermissionSets', 'listPermissionSetsOfUser', ...grants],
  undoPermissionSet: ['listPermissionSets', 'getPermissionSet', 'listPermissionSetsOfUser', ...grants],
  givePermissionSet: [...sets, ...grants],
  undoGivePermissionSet: [...sets, ...grants],
  takePermissionSet: [...sets, ...grants],
  saveGroupAccess: ['listDirectoryGroups', ...sets, ...grants],
  undoGroupAccess: ['listDirectoryGroups', ...sets, ...grants],

  updateProfile: profile,
  withdrawEmail: profile,
  saveSecurityInfo: profile,
  saveOwnNotificationTypes: ['listOwnNotificationTypes'],
  confirmAuthenticator: factors,
  removeAuthenticator: factors,
  confirmPasskey: factors,
  removePasskey: factors,
  renewRecoveryCodes: factors,
  revokeTrustedDevice: factors,
  endOtherSessions: ['listSessions'],
  requestOwnExport: ['getOwnExport'],
  downloadOwnExport: ['getOwnExport'],

  requestPersonExport: ['getPersonExport'],
  downloadPersonExport: ['getPersonExport'],

  addAnnouncement: announcements,
  updateAnnouncement: announcements,
  publishReviewedAnnouncement: [...announcements, ...waiting],
  sendBackAnnouncement: [...announcements, ...waiting],
  deleteAnnouncement: announcements,
  restoreAnnouncement: announcements,

  addSection: ['listCatalogSections'],
  updateSection: ['listCatalogSections', 'getSection'],
  deleteSections: applications,
  restoreSections: applications,
  addSystem: ['listSystems'],
  updateSystem: ['listSystems', 'getSystem'],
  deleteSystems: applications,
  restoreSystems: applications,
  addApplication: applications,
  updateApplication: [...applications, 'getApplication'],
  deleteApplication: [...applications, 'listDeletedApplications'],
  restoreApplication: [...applications, 'listDeletedApplications'],
  saveSubLinks: ['listApplications', 'getApplication'],

  addClient: ['listBrandedClients'],
  saveBranding: brands,
  saveDefaultBranding: ['getCurrentDefaultBranding', 'listDefaultBrandingVersions'],
  saveClientContacts: contacts,
  saveDefaultContacts: contacts,
  sendEnhanceReq: ['listEnhanceReqs'],
  changeEnhancementRequest: ['listEnhancementRequests'],

  restoreVersion: documents,
  shareDocument: [...documents, 'listShares'],
  unshareDocument: [...documents, 'listShares'],
  trashDocument: documents,
  restoreDocument: documents,
  deleteFromSpace: documents,
  dropShare: documents,
  uploadDocument: documents,
  overwriteDocument: documents,
  uploadFile: files,
  deleteFile: files,
  undoFileChange: files,
  uploadTileImage: tiles,
  removeTileImage: tiles,
  undoTileImage: tiles,

  saveSamlIdentityProvider: providers,
  saveSamlIdentityProviderEmployers: providers,
  deleteSamlIdentityProvider: providers,
  restoreSamlIdentityProvider: providers,
  saveSignOnSettings: signOns,
  makeClientSecret: ['listSignOnSystems'],
  createServiceAccount: ['listServiceAccounts'],
  updateServiceAccount: ['listServiceAccounts'],
  rotateServiceToken: ['listServiceAccounts'],
  revokeServiceAccount: ['listServiceAccounts'],
  addLicenseVersion: ['listLicenses', 'getLicenseVersion'],
  endClientLicense: ['listLicenses', 'getLicenseVersion'],
  withdrawLicenseAsk: ['getLicenseVersion', 'countLicenseUsers'],
  createWebhook: ['listWebhooks'],
  updateWebhook: ['listWebhooks'],
  deleteWebhook: ['listWebhooks'],
  rotateWebhookSecret: ['listWebhooks'],
  testWebhook: ['listWebhooks', 'listWebhookDeliveries'],
  replayWebhook: ['listWebhooks', 'listWebhookDeliveries'],
  resendWebhookDelivery: ['listWebhooks', 'listWebhookDeliveries'],
  addSsoMapping: mappings,
  addSsoMappingApplications: mappings,
  addSsoMappingCustomers: mappings,
  deleteSsoMapping: mappings,
  deleteSsoMappingApplication: mappings,
  deleteSsoMappingCustomer: mappings,
  restoreSsoMapping: mappings,

  addJobSchedule: jobs,
  changeJobSchedule: jobs,
  removeJobSchedule: jobs,
  restoreJobSchedule: jobs,
  runJobNow: [...jobs, 'listJobRuns'],
  saveLink: links,
  deleteLink: links,
  resendMail: mails,
  discardMail: mails,
  deleteReportQueue: reports,
  requestPciReport: reports,
  requestAccessReport: reports,
  saveResourceText: texts,
  undoResourceText: texts,

  createUser: [...users, ...sets],
  commitUserImport: ['getUserImport', 'listUserImports'],
  commitValidRows: ['getUserImport', 'listUserImports'],
  correctUserImport: ['getUserImport', 'listUserImports', 'getImportPreview'],
  updateUserDetail: [...users, 'getUserDetail'],
  updateUserPermissions: grants,
  startAccessChange: [...grants, ...holders, ...sets, 'listClientApplications', 'listAccessChanges'],
  undoAccessChange: [...grants, ...holders, ...sets, 'listClientApplications', 'listAccessChanges', 'getAccessChange'],
  updateUserCustomers: ['getUserCustomers'],
  saveUserSystemAccounts: ['listUserSystemAccounts'],
  handOverUser: [...users, 'getUserDetail', 'getPlannedHandOvers'],
  planHandOver: [...users, 'getUserDetail', 'getPlannedHandOvers', 'listAccessChanges'],
  requestErasure: accounts,
  takeBackErasure: accounts,
  resetUserSecondFactor: users,
  deleteUserSecondFactor: users,
  deleteUser: accounts,
  inactivateUser: accounts,
  reactivateUser: accounts,
  lockUser: accounts,
  unlockUser: accounts,
  actOnUsers: accounts,
}

/** Calls of screens that do not show the list themselves, which another screen may have loaded before. */
export const writesFromAnotherScreen: readonly string[] = [
  'createUser',
  'addApplication',
  'updateApplication',
  'updateSection',
  'updateSystem',
  'decideAccessRequest',
  'decideReviewItems',
  'startAccessChange',
  'undoAccessChange',
  'undoReviewDecisions',
  'updateUserPermissions',
  'overwriteDocument',
  'deleteUser',
  'inactivateUser',
  'reactivateUser',
  'lockUser',
  'unlockUser',
  'updatePermissionSet',
  'deletePermissionSet',
  'undoPermissionSet',
  'givePermissionSet',
  'undoGivePermissionSet',
  'takePermissionSet',
  'saveGroupAccess',
  'undoGroupAccess',
  'testWebhook',
  'replayWebhook',
  'resendWebhookDelivery',
]

/** Calls that change nothing which another call shows: they sign in or out, check, measure or save a file. */
export const writesWithoutLists: readonly string[] = `
login acceptLicense passHumanCheck findSignInMethod startSignInTest startDirectoryTest testDirectoryPassword
secondFactorLogin skipEnrollment skipSsoEnrollment ssoEnrollmentLogin verifyCode verifyRecoveryCode
startPasskeyCheck verifyPasskey startAtProvider returnFromProvider startAuthenticatorEnrollment
confirmAuthenticatorEnrollment startPasskeyEnrollment confirmPasskeyEnrollment addAuthenticator addPasskey
logout staySignedIn beginLogoutChain noteLogoutStep reauthenticateByPassword reauthenticateByCode
reauthenticateByRecoveryCode startReauthenticationPasskey reauthenticateByPasskey reauthenticateByTicket
changePassword askSecurityQuestion recoverPassword sendRecoveryLink readRecoveryLink redeemRecoveryLink
confirmEmail answerSignOnRequest declineSignOnRequest completeOpenIdSignOn measureAnnouncementReach
previewAnnouncement downloadDocument generatePreview generateDefaultPreview downloadFile
dryRunSignOn planAccessChange planGroupAccess exportGroupPlan planPermissionSet tryDirectoryAttributes listUsers exportUsers exportDeletedUsers exportDirectoryPeople resetUserPassword endUserSessions checkEmailAddress
proposeUser uploadUserImport exportUserImport exportImportTemplate emulatedLogin exportUserListReport
emulatedLogout exportReviewItems exportPermissionSetHolders exportAccessReport exportAuditEvents logForUser logAnonymously
recordSectionAccess recordPageAccess noteRecentVisit
`
  .trim()
  .split(/\s+/)

/** Calls whose change the page shows ahead of the answer, or that end this very session: tests of their own hold them. */
export const writesShownAhead: readonly string[] = [
  'setFavorite',
  'dismissAnnouncement',
  'undoDismissal',
  'saveListPreferences',
  'reportSignIn',
]
