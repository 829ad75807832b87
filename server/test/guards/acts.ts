import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { referenceSamples } from '../reference-samples.ts'
import { auditedWrites } from './audited-writes.ts'
import type { RichWorld } from './rich-world.ts'

type Ids = Readonly<Record<string, string>>

/** One call that writes, in a state in which it can be done. */
export interface Act {
  /** The endpoint, and which of its effects where it has several. */
  title: string
  endpoint: Endpoint
  as: 'admin' | 'external'
  /** The body where the smallest one changes nothing or is refused. */
  body?: (rich: RichWorld, ids: Ids) => object
  /** Ids of the address that differ from the world's. */
  ids?: (rich: RichWorld) => Ids
  /** Statements that bring the world into that state; `$target` and the other ids of the world are filled in. */
  prepare?: readonly string[]
  /** Title of the act that it takes back: the two together are compared with what was before both. */
  undoes?: string
}

type Variant = Partial<Pick<Act, 'as' | 'body' | 'ids' | 'prepare' | 'undoes'>>

const endpoints = new Map(allEndpoints().map(({ endpoint }) => [endpoint.name, endpoint]))

/** Calls that other servers or several devices take part in; tests of their areas look at what they change. */
export const actsElsewhere: Readonly<Record<string, string>> = {
  startDirectoryTest: 'Needs a company directory.',
  testDirectoryPassword: 'Needs a company directory.',
  saveSamlIdentityProvider: 'Needs the metadata of a company.',
  uploadUserImport: 'Needs a spreadsheet.',
  downloadDocument: 'Reads a file that other acts remove.',
  downloadPersonExport: 'Needs an archive that a job has made.',
  downloadOwnExport: 'Needs an archive that a job has made.',
}

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const onTarget = ({ target }: RichWorld) => ({ userId: target.id })
const onInactive = ({ inactive }: RichWorld) => ({ userId: inactive.id })
const onDeleted = ({ deleted }: RichWorld) => ({ userId: deleted.id })
const inBulk = (actionCd: string, on = onTarget): Variant => ({
  body: (rich) => ({ actionCd, userIds: [on(rich).userId] }),
})
/** What holds for the target: permissions are replaced by the lists that are sent. */
const heldPermissions = (ids: Ids) => ({
  userSystems: [
    { systemId: Number(ids['sid']), adminFlg: 'N', sensitiveDataAccessFlg: 'N', endDt: null },
    { systemId: Number(ids['plannedSystem']), adminFlg: 'N', sensitiveDataAccessFlg: 'Y', endDt: ids['plannedEnd'] },
    { systemId: Number(ids['laterSystem']), adminFlg: 'Y', sensitiveDataAccessFlg: 'N', endDt: ids['laterEnd'] },
    { systemId: Number(ids['heldSystem']), adminFlg: 'N', sensitiveDataAccessFlg: 'N', endDt: ids['heldEnd'] },
    { systemId: Number(ids['reviewedSystem']), adminFlg: 'N', sensitiveDataAccessFlg: 'N', endDt: null },
  ],
  userPages: [
    { pageId: Number(ids['pageId']), endDt: null },
    { pageId: Number(ids['plannedPage']), endDt: ids['plannedEnd'] },
    { pageId: Number(ids['laterPage']), endDt: ids['laterPageEnd'] },
  ],
})

const inReview = `update announcements set status = 'review', submitted_by = $external, submitted_at = clock_now(), digest = null where id = $announcementId`
const hasImage = `insert into section_images (section_id, png, etag) values ($tileId, 'image', 'tag')`
const isMapped = 'insert into sso_employers (client_id) values ($employerId)'

/** The acts of an endpoint by what they are about, where the smallest call is not one, or not all of them. */
const variants: Readonly<Record<string, Readonly<Record<string, Variant>>>> = {
  decideAccessRequest: {
    decline: {},
    grant: { body: () => ({ decisionCd: 'grant', decisionTxt: 'Yes' }) },
    'grant until an end': { body: () => ({ decisionCd: 'grant', decisionTxt: 'Yes', endDt: later(9) }) },
  },
  decideReviewItems: {
    confirm: {},
    end: {
      body: (_, ids) => ({ decisionCd: 'end', itemIds: [Number(ids['plannedItem'])] }),
      ids: ({ ids }) => ({ accessReviewId: String(ids['plannedReview']) }),
    },
    'confirm an inactive user': {
      body: (_, ids) => ({ decisionCd: 'confirm', itemIds: [Number(ids['inactiveItem'])] }),
      ids: ({ ids }) => ({ accessReviewId: String(ids['plannedReview']) }),
    },
    'end that of an inactive user': {
      body: (_, ids) => ({ decisionCd: 'end', itemIds: [Number(ids['inactiveItem'])] }),
      ids: ({ ids }) => ({ accessReviewId: String(ids['plannedReview']) }),
    },
  },
  undoPermissionSet: { changed: { undoes: 'updatePermissionSet' } },
  undoGivePermissionSet: { given: { undoes: 'givePermissionSet' } },
  undoGroupAccess: { changed: { undoes: 'saveGroupAccess' } },
  undoReviewDecisions: {
    confirmed: { undoes: 'decideReviewItems: confirm' },
    ended: { undoes: 'decideReviewItems: end' },
  },
  startAccessReview: {
    'of a client': { body: ({ target }) => ({ employerId: target.clientId, dueDt: later(9) }) },
    'of a system': { body: (_, ids) => ({ systemId: Number(ids['laterSystem']), dueDt: later(9) }) },
  },
  startAccessChange: {
    give: {
      body: ({ target }, ids) => ({
        kindCd: 'give',
        userIds: [target.id],
        userPages: [{ pageId: ids['furtherPage'], endDt: later(5) }],
        reasonTxt: 'For a while',
      }),
    },
    end: {
      body: ({ target }, ids) => ({
        kindCd: 'end',
        userIds: [target.id],
        userSystems: [{ systemId: ids['plannedSystem'] }],
      }),
    },
  },
  actOnUsers: {
    resetPassword: inBulk('resetPassword'),
    delete: inBulk('delete'),
    inactivate: inBulk('inactivate'),
    reactivate: inBulk('reactivate', onInactive),
    restore: inBulk('reactivate', onDeleted),
    lock: inBulk('lock'),
    unlock: inBulk('unlock'),
    endSessions: inBulk('endSessions'),
  },
  reactivateUser: { 'an inactive user': { body: onInactive }, 'a deleted user': { body: onDeleted } },
  unlockUser: {
    'a locked user': {
      body: onTarget,
      prepare: [`update user_sign_ins set locked_until = 'infinity' where user_id = $target`],
    },
  },
  requestErasure: { 'a deleted user': { body: (world) => ({ ...onDeleted(world), reasonTxt: 'Letter' }) } },
  takeBackErasure: {
    'a deleted user': {
      body: onDeleted,
      prepare: [
        `insert into erasures (user_id, client_id, requested_at, due_at)
         select id, client_id, clock_now(), clock_now() + interval '9 days' from users where status = 3`,
      ],
    },
  },
  handOverUser: {
    'to a colleague': { body: ({ target, colleague }) => ({ userId: target.id, recipientId: colleague.id }) },
    'to nobody': { body: ({ target }) => ({ userId: target.id, recipientId: null }) },
  },
  planHandOver: {
    'to a colleague': {
      body: ({ target, colleague }) => ({ userId: target.id, recipientId: colleague.id, plannedDt: later(5) }),
    },
  },
  createUser: {
    'with permissions and customers': {
      body: (_, ids) => ({
        user: {
          firstNm: 'New',
          lastNm: 'Person',
          emailAddress: 'new.person@example.test',
          userNm: 'new.person',
          employerId: Number(ids['targetClient']),
        },
        ...heldPermissions(ids),
        userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'N' }],
        userCustomers: [{ customerId: Number(ids['customerId']) }],
      }),
    },
  },
  updateUserDetail: {
    'a job title': { body: () => ({ user: { jobTitleDscTxt: 'Planner' } }) },
    'an email address': { body: () => ({ user: { emailAddress: 'elsewhere@example.test' } }) },
    'an employer': { body: (_, ids) => ({ user: { employerId: Number(ids['employerId']) } }) },
    'no requested employer': { body: () => ({ user: { pendingEmployerId: null } }) },
    'no notifications': { body: () => ({ notificationTypes: [] }) },
    inactive: { body: () => ({ user: { userStatus: 2 } }) },
    active: { body: () => ({ user: { userStatus: 1 } }), ids: ({ inactive }) => ({ userId: String(inactive.id) }) },
  },
  updateUserPermissions: {
    'one page less': {
      body: (_, ids) => ({ ...heldPermissions(ids), userPages: heldPermissions(ids).userPages.slice(0, 2) }),
    },
    'one page more': {
      body: (_, ids) => {
        const { userSystems, userPages } = heldPermissions(ids)
        return { userSystems, userPages: [...userPages, { pageId: Number(ids['furtherPage']), endDt: later(5) }] }
      },
    },
  },
  updateUserCustomers: {
    none: {},
    'the same facility, without customers': {
      body: (_, ids) => ({
        userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'Y', endDt: ids['facilityEnd'] }],
        userCustomers: [],
      }),
    },
  },
  saveUserSystemAccounts: {
    none: { ids: ({ ids }) => ({ systemId: String(ids['accountSystem']) }) },
  },
  emulatedLogin: { 'the target': {} },
  publishReviewedAnnouncement: {
    'of another author': { prepare: [inReview], body: (_, ids) => ({ version: Number(ids['announcementVersion']) }) },
  },
  sendBackAnnouncement: {
    'of another author': {
      prepare: [inReview],
      body: (_, ids) => ({ version: Number(ids['announcementVersion']), noteTxt: 'Shorter' }),
    },
  },
  deleteApplication: { 'that users hold': { ids: ({ ids }) => ({ appId: String(ids['plannedPage']) }) } },
  restoreApplication: { 'that users hold': { undoes: 'deleteApplication: that users hold' } },
  deleteSystems: { 'that users hold': { body: (_, ids) => [Number(ids['heldSystem'])] } },
  restoreSystems: { 'that users hold': { undoes: 'deleteSystems: that users hold' } },
  updateApplication: {
    'that users hold': {
      body: () => ({ pageNm: 'Renamed' }),
      ids: ({ ids }) => ({ appId: String(ids['plannedPage']) }),
    },
  },
  addSsoMappingApplications: {
    one: {
      prepare: [isMapped],
      body: (_, ids) => ({ employerId: ids['employerId'], applications: [{ pageId: ids['pageId'] }] }),
    },
  },
  addSsoMappingCustomers: {
    one: {
      prepare: [isMapped],
      body: (_, ids) => ({ employerId: ids['employerId'], customers: [{ customerId: ids['customerId'] }] }),
    },
  },
  deleteSsoMapping: { 'of an employer': { ids: ({ ids }) => ({ employerId: String(ids['mappedClient']) }) } },
  restoreSsoMapping: {
    'of an employer': { undoes: 'deleteSsoMapping: of an employer' },
    'one application': { undoes: 'deleteSsoMappingApplication' },
    'one customer': { undoes: 'deleteSsoMappingCustomer' },
  },
  saveSamlIdentityProviderEmployers: {
    one: { body: (_, ids) => ({ employerIdList: [ids['employerId']] }) },
    none: { prepare: ['insert into saml_provider_clients (provider_id, client_id) values ($providerId, $employerId)'] },
  },
  saveClientContacts: {
    one: { body: ({ admin }) => ({ contacts: [{ userId: admin.id, roleTxt: 'Support' }] }) },
    none: { body: () => ({ contacts: [] }) },
  },
  saveDefaultContacts: {
    one: { body: ({ admin }) => ({ contacts: [{ userId: admin.id, roleTxt: 'Support' }] }) },
    none: { body: () => ({ contacts: [] }) },
  },
  removeTileImage: { one: { prepare: [hasImage] } },
  undoTileImage: { uploaded: { undoes: 'uploadTileImage' }, removed: { undoes: 'removeTileImage: one' } },
  undoFileChange: { uploaded: { undoes: 'uploadFile' }, deleted: { undoes: 'deleteFile' } },
  undoResourceText: { saved: { undoes: 'saveResourceText' } },
  restoreAnnouncement: { deleted: { undoes: 'deleteAnnouncement' } },
  restoreJobSchedule: { removed: { undoes: 'removeJobSchedule' } },
  restoreSamlIdentityProvider: { deleted: { undoes: 'deleteSamlIdentityProvider' } },
  restoreSections: { deleted: { undoes: 'deleteSections' } },
  ...Object.fromEntries(
    referenceSamples.map(({ category, restore }) => [restore.name, { removed: { undoes: `remove${category.name}` } }]),
  ),
  // Of all employers that the samples could name, the same each time.
  saveSessionTimeout: { one: { body: (_, ids) => ({ employerId: ids['mappedClient'], timeoutMinutesCnt: 30 }) } },
  // Of users themselves
  saveOwnNotificationTypes: { none: {} },
  shareDocument: {
    'with a colleague': {
      body: ({ colleague }, ids) => ({ documentId: ids['docId'], sharedUserIdList: [colleague.id] }),
    },
  },
}

/** Whether a call is one of the acts: those of administrators, and those of users that leave an event by themselves. */
function isAct({ name, guard, method }: Endpoint): boolean {
  const entry = auditedWrites[name]
  if (!entry || name in actsElsewhere) return false
  if (guard.kind === 'admin') return method !== 'GET' || !('none' in entry)
  return guard.kind === 'session' && method !== 'GET' && 'event' in entry && !('inSteps' in entry)
}

function actsOf(endpoint: Endpoint): Act[] {
  const entry = auditedWrites[endpoint.name]
  const as = endpoint.guard.kind === 'admin' ? ('admin' as const) : ('external' as const)
  const own =
    entry && 'body' in entry && entry.body
      ? { body: (rich: RichWorld, ids: Ids) => entry.body?.(rich.target, ids) ?? {} }
      : {}
  const given = Object.entries(variants[endpoint.name] ?? {})
  if (given.length === 0) return [{ title: endpoint.name, endpoint, as, ...own }]
  return given.map(([what, variant]) => ({ title: `${endpoint.name}: ${what}`, endpoint, as, ...own, ...variant }))
}

export const acts: readonly Act[] = [...endpoints.values()].filter(isAct).flatMap(actsOf)
