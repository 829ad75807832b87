import * as z from 'zod/mini'
import { area, flag, freshGuard, guard, ignored, SentText, Undo, version } from './catalog-parts.ts'
import {
  Application,
  ApplicationImpact,
  ApplicationUser,
  DisplayImpact,
  ListedApplication,
  SearchItem,
} from './catalog-records.ts'
import { LOCATION_MAX, SEARCH_ITEMS_MAX } from './catalog-rules.ts'
import { Id, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

/** Open to service accounts, too. */
const readGuard = admin('Application Settings', { staffOnly: true, scope: 'catalog:read' })

const OneApplication = z.strictObject({ uid: Id, appId: Id })
const VersionQuery = z.strictObject({ version })
const SentSearchItems = z
  .array(z.strictObject({ sublinkNm: SentText, descriptionTxt: z.optional(SentText) }))
  .check(z.maxLength(SEARCH_ITEMS_MAX))

export const applicationList = listQuery({
  columns: ['pageNm', 'systemNm', 'sectionNm'],
  filters: { keyword: text(100), systemId: Id, sectionId: Id },
  defaultSort: { column: 'systemNm', direction: 'asc' },
})

export const listApplications = endpoint({
  name: 'listApplications',
  method: 'GET',
  path: `${area}/applications`,
  guard: readGuard,
  params: OwnUid,
  query: applicationList.query,
  data: z.array(ListedApplication),
})

export const getApplication = endpoint({
  name: 'getApplication',
  method: 'GET',
  path: `${area}/applications/{appId}`,
  guard: readGuard,
  params: OneApplication,
  data: Application,
})

const location = z.optional(z.nullable(text(LOCATION_MAX)))
/** Only what is given is changed (decision A10); null clears. */
const changedFields = {
  pageId: ignored,
  protectedFlg: ignored,
  pageNm: z.optional(SentText),
  internalUserPage: flag,
  system: z.optional(z.strictObject({ systemId: Id, systemNm: ignored })),
  section: z.optional(z.nullable(z.strictObject({ sectionId: Id, sectionNm: ignored }))),
  dispFlg: flag,
  pageAssignableFlg: flag,
  linkEnabledFlg: flag,
  openInNewWindowFlg: flag,
  admAccessRqrFlg: flag,
  externalAppFlg: flag,
  ccPageLocationTxt: location,
  ccHelpPageLocationTxt: location,
  requestableFlg: flag,
  applicationSubLinks: z.optional(SentSearchItems),
}

export const addApplication = endpoint({
  name: 'addApplication',
  method: 'POST',
  path: `${area}/applications`,
  guard: freshGuard,
  params: OwnUid,
  body: z.strictObject({ ...changedFields, version: ignored }),
  data: Application,
})

export const updateApplication = endpoint({
  name: 'updateApplication',
  method: 'PUT',
  path: `${area}/applications/{appId}`,
  guard: freshGuard,
  params: OneApplication,
  body: z.strictObject({ ...changedFields, version }),
  data: Application,
})
export type SentApplication = z.output<typeof updateApplication.body>

export const getApplicationImpact = endpoint({
  name: 'getApplicationImpact',
  method: 'GET',
  path: `${area}/applications/{appId}/impact`,
  guard,
  params: OneApplication,
  data: ApplicationImpact,
})

export const getApplicationDisplayImpact = endpoint({
  name: 'getApplicationDisplayImpact',
  method: 'GET',
  path: `${area}/applications/{appId}/display-impact`,
  guard,
  params: OneApplication,
  data: DisplayImpact,
})

export const applicationUserList = listQuery({
  columns: ['firstNm', 'lastNm', 'userNm'],
  filters: { nm: text(100) },
  defaultSort: { column: 'firstNm', direction: 'asc' },
})

export const listUserApplications = endpoint({
  name: 'listUserApplications',
  method: 'GET',
  path: `${area}/applications/{appId}/userApplications`,
  guard,
  params: OneApplication,
  query: applicationUserList.query,
  data: z.array(ApplicationUser),
})

export const deleteApplication = endpoint({
  name: 'deleteApplication',
  method: 'DELETE',
  path: `${area}/applications/{appId}`,
  guard: freshGuard,
  params: OneApplication,
  query: z.strictObject({
    version,
    /** Permissions that the administrator was warned of; refused where there are more by now. */
    permissionCnt: z.optional(
      z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int(), { decode: Number, encode: String }),
    ),
  }),
  data: UndoOffer,
})

export const restoreApplication = endpoint({
  name: 'restoreApplication',
  method: 'POST',
  path: `${area}/restore-applications`,
  guard: freshGuard,
  params: OwnUid,
  body: Undo,
  data: Application,
})

export const listDeletedApplications = endpoint({
  name: 'listDeletedApplications',
  method: 'GET',
  path: `${area}/deleted-applications`,
  guard,
  params: OwnUid,
  data: z.array(z.extend(UndoOffer, { pageNm: z.string(), systemNm: z.string() })),
})

export const listSubLinks = endpoint({
  name: 'listSubLinks',
  method: 'GET',
  path: `${area}/sub-links/{appId}`,
  guard,
  params: OneApplication,
  data: z.array(SearchItem),
})

export const saveSubLinks = endpoint({
  name: 'saveSubLinks',
  method: 'POST',
  path: `${area}/sub-links/{appId}`,
  guard,
  params: OneApplication,
  query: VersionQuery,
  body: SentSearchItems,
  data: Application,
})

export const summaries = {
  listApplications: 'A page of the applications; the keyword is looked for in names and search items',
  getApplication: 'An application with its search items',
  addApplication: 'Add an application; what is left out has its default',
  updateApplication: 'Change an application; with its version it is refused if it has changed in the meantime',
  getApplicationImpact: 'How many people lose what with an application',
  getApplicationDisplayImpact: 'How many more users see an application once it is displayed',
  listUserApplications:
    'A page of the users with a permission for an application; for its system, where it needs none of its own',
  deleteApplication:
    'Delete an application and the users’ permissions for it; for 30 days the deletion can be taken back',
  restoreApplication: 'Take back one’s own deletion of an application; its users get their permissions back',
  listDeletedApplications: 'The applications that the administrator has deleted and can restore, latest first',
  listSubLinks: 'The search items of an application',
  saveSubLinks: 'Replace the search items of an application',
}
