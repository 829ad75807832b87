import type { Act } from './acts.ts'
import type { SampleCall } from './sample-call.ts'

/** What is expected of an act that is done again in the same words. */
interface Again {
  status: number
  /** Whether it changes something once more. */
  changes: boolean
}

interface Repeated extends Again {
  why: string
  titles: readonly string[]
}

/** Acts that are refused when they are done again, or change something again. */
const repeated: readonly Repeated[] = [
  {
    why: 'It is so already, and each act is an event.',
    status: 200,
    changes: true,
    titles: [
      'acceptLicense',
      'endOtherSessions',
      'setFavorite',
      'dismissAnnouncement',
      'shareDocument: with a colleague',
      'lockUser',
      'unlockUser: a locked user',
      'endUserSessions',
      'actOnUsers: lock',
      'actOnUsers: unlock',
      'actOnUsers: endSessions',
      'handOverUser: to a colleague',
      'handOverUser: to nobody',
    ],
  },
  {
    why: 'It makes, sends or starts another one.',
    status: 200,
    changes: true,
    titles: [
      'addPasswordRule',
      'startSignInTest',
      'sendEnhanceReq',
      'makeClientSecret',
      'rotateServiceToken',
      'rotateWebhookSecret',
      'testWebhook',
      'replayWebhook',
      'resendWebhookDelivery',
      'addApplication',
      'overwriteDocument',
      'saveLink',
      'resetUserPassword',
      'actOnUsers: resetPassword',
      'emulatedLogin: the target',
      'startAccessChange: give',
      'startAccessChange: end',
      'requestPciReport',
      'requestAccessReport',
    ],
  },
  {
    why: 'It shows or hands out something, which is recorded each time.',
    status: 200,
    changes: true,
    titles: [
      'downloadFile',
      'manageUserAtSystem',
      'dryRunSignOn',
      'generatePreview',
      'exportUsers',
      'exportDeletedUsers',
      'exportGroupPlan',
      'exportDirectoryPeople',
      'exportPermissionSetHolders',
      'generateDefaultPreview',
      'exportReviewItems',
      'exportUserListReport',
      'exportAccessReport',
      'exportAuditEvents',
    ],
  },
  {
    why: 'It is asked for already; the attempt is counted.',
    status: 422,
    changes: true,
    titles: ['requestAccess', 'requestPermissionSet'],
  },
  {
    why: 'Nobody is signed in any more.',
    status: 401,
    changes: false,
    titles: ['logout'],
  },
  {
    why: 'It is not there any more.',
    status: 404,
    changes: false,
    titles: [
      'deleteFile',
      'removeDepartment',
      'removeSmsCarrier',
      'removeAccountType',
      'removeSecurityQuestion',
      'removeNotificationType',
      'removePasswordRule',
      'changeInternalDomain',
      'removeInternalDomain',
      'removeClassificationType',
      'removeClassificationValue',
      'removeFacility',
      'removeApplicationConfig',
      'removeEntitlementConfig',
      'deleteSamlIdentityProvider',
      'removeSessionTimeout',
      'deleteSsoMappingApplication',
      'deleteSsoMappingCustomer',
      'deleteSsoMapping: of an employer',
      'revokeServiceAccount',
      'restoreVersion',
      'deleteWebhook',
      'unshareDocument',
      'trashDocument',
      'restoreDocument',
      'deleteFromSpace',
      'dropShare',
      'deleteApplication: that users hold',
      'deleteLink',
      'deleteSystems: that users hold',
      'deleteSections',
      'removeJobSchedule',
      'deletePermissionSet',
      'removeTileImage: one',
      'resendMail',
      'discardMail',
    ],
  },
  {
    why: 'It is done already.',
    status: 409,
    changes: false,
    titles: [
      'undoAccessChange',
      'planHandOver: to a colleague',
      'withdrawAccessRequest',
      'decideAccessRequest: decline',
      'decideAccessRequest: grant',
      'decideAccessRequest: grant until an end',
      'decideReviewItems: confirm',
      'decideReviewItems: end',
      'decideReviewItems: confirm an inactive user',
      'decideReviewItems: end that of an inactive user',
      'endAccessReview',
      'endClientLicense',
    ],
  },
  {
    why: 'It is taken back already.',
    status: 409,
    changes: false,
    titles: ['undoReviewDecisions: confirmed', 'undoReviewDecisions: ended'],
  },
  {
    why: 'There is one like it.',
    status: 409,
    changes: false,
    titles: ['addAnnouncement', 'startAccessReview: of a client', 'startAccessReview: of a system'],
  },
  {
    why: 'It is done already.',
    status: 422,
    changes: false,
    titles: [
      'publishReviewedAnnouncement: of another author',
      'sendBackAnnouncement: of another author',
      'deleteAnnouncement',
      'runJobNow',
      'deleteUser',
      'inactivateUser',
      'reactivateUser: an inactive user',
      'reactivateUser: a deleted user',
      'givePermissionSet',
      'takePermissionSet',
      'withdrawLicenseAsk',
      'correctUserImport',
      'requestErasure: a deleted user',
      'takeBackErasure: a deleted user',
      'requestOwnExport',
      'requestPersonExport',
    ],
  },
  {
    why: 'There is one of this name.',
    status: 422,
    changes: false,
    titles: [
      'addDepartment',
      'addSmsCarrier',
      'addAccountType',
      'addSecurityQuestion',
      'addNotificationType',
      'addInternalDomain',
      'addClassificationType',
      'addClassificationValue',
      'addEntitlementConfig',
      'addSsoMappingCustomers: one',
      'addSsoMapping',
      'createServiceAccount',
      'createWebhook',
      'addSystem',
      'addSection',
      'addJobSchedule',
      'createPermissionSet',
      'addClient',
      'createUser: with permissions and customers',
    ],
  },
]

const byTitle = new Map<string, Again>(repeated.flatMap((one) => one.titles.map((title) => [title, one])))

/** Offers to take something back are used once; every other act is answered alike, and changes nothing. */
export const expectedAgain = ({ title, undoes }: Act): Again =>
  byTitle.get(title) ?? { status: undoes === undefined ? 200 : 404, changes: false }

/** Titles of the acts above that are none. */
export const staleRepeats = (acts: readonly Act[]): string[] =>
  [...byTitle.keys()].filter((title) => !acts.some((act) => act.title === title))

/** The same call of a caller who has seen what the first one changed. */
export function withNextVersion(call: SampleCall): SampleCall {
  if (typeof call.body !== 'string' || !call.body.startsWith('{')) return call
  const body = JSON.parse(call.body) as Record<string, unknown>
  const next = Object.entries(body).map(([name, value]) => [
    name,
    /^version(?:Nr)?$/.test(name) && typeof value === 'number' ? value + 1 : value,
  ])
  return { ...call, body: JSON.stringify(Object.fromEntries(next)) }
}
