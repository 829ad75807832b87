import * as z from 'zod/mini'
import { Id, Ignored, Instant, OwnUid, text, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { admin } from './kit/guard.ts'
import { listQuery } from './kit/list.ts'
import {
  Application,
  ApplicationImpact,
  ApplicationUser,
  CatalogSection,
  CatalogSystem,
  DeletionResult,
  ListedApplication,
  SearchItem,
  UndoOffer,
} from './catalog-records.ts'
import { DELETED_AT_ONCE_MAX, LOCATION_MAX, SEARCH_ITEMS_MAX, SOFTWARE_MAX } from './catalog-rules.ts'

const area = '/ccservices/secure/admin/rest/app-admin/admin-users/{uid}'
const guard = admin('Application Settings', { staffOnly: true })
/** Database maintenance, too, chooses systems and adds them (DBMT-030, DBMT-146). */
const systemGuard = admin(['Application Settings', 'Database Maintenance'], { staffOnly: true })
/** Requires a fresh sign-in: the call decides what people can reach, and where it leads them (S52). */
const freshGuard = admin('Application Settings', { staffOnly: true, freshSignIn: true })

const OneApplication = z.strictObject({ uid: Id, appId: Id })
const OneSystem = z.strictObject({ uid: Id, systemId: Id })
const OneSection = z.strictObject({ uid: Id, catalogSectionId: Id })
/** The version that the caller has read; with another one the call is refused. */
const version = z.optional(Id)
const VersionQuery = z.strictObject({ version })
const ignored = z.optional(Ignored)

const Undo = z.strictObject({ undoId: Id })

/** Longer than the limits, so that the rules refuse with their own sentences. */
const SentText = text(4000)
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
  guard,
  summary: 'A page of the applications; the keyword is looked for in names and search items',
  params: OwnUid,
  query: applicationList.query,
  data: z.array(ListedApplication),
})

export const getApplication = endpoint({
  name: 'getApplication',
  method: 'GET',
  path: `${area}/applications/{appId}`,
  guard,
  summary: 'An application with its search items',
  params: OneApplication,
  data: Application,
})

const flag = z.optional(YesNo)
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
  summary: 'Add an application; what is left out has its default',
  params: OwnUid,
  body: z.strictObject({ ...changedFields, version: ignored }),
  data: Application,
})

export const updateApplication = endpoint({
  name: 'updateApplication',
  method: 'PUT',
  path: `${area}/applications/{appId}`,
  guard: freshGuard,
  summary: 'Change an application; with its version it is refused if it has changed in the meantime',
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
  summary: 'How many people lose what with an application',
  params: OneApplication,
  data: ApplicationImpact,
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
  summary: 'A page of the users with a permission for an application',
  params: OneApplication,
  query: applicationUserList.query,
  data: z.array(ApplicationUser),
})

export const deleteApplication = endpoint({
  name: 'deleteApplication',
  method: 'DELETE',
  path: `${area}/applications/{appId}`,
  guard: freshGuard,
  summary: 'Delete an application and the users’ permissions for it; for 30 days the deletion can be taken back',
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
  summary: 'Take back one’s own deletion of an application; its users get their permissions back',
  params: OwnUid,
  body: Undo,
  data: Application,
})

export const listDeletedApplications = endpoint({
  name: 'listDeletedApplications',
  method: 'GET',
  path: `${area}/deleted-applications`,
  guard,
  summary: 'The applications that the administrator has deleted and can restore, latest first',
  params: OwnUid,
  data: z.array(z.object({ undoId: z.int(), undoUntilDt: Instant, pageNm: z.string(), systemNm: z.string() })),
})

export const listSubLinks = endpoint({
  name: 'listSubLinks',
  method: 'GET',
  path: `${area}/sub-links/{appId}`,
  guard,
  summary: 'The search items of an application',
  params: OneApplication,
  data: z.array(SearchItem),
})

export const saveSubLinks = endpoint({
  name: 'saveSubLinks',
  method: 'POST',
  path: `${area}/sub-links/{appId}`,
  guard,
  summary: 'Replace the search items of an application',
  params: OneApplication,
  query: VersionQuery,
  body: SentSearchItems,
  data: Application,
})

const sentSystem = {
  systemId: ignored,
  pageCnt: ignored,
  permissionCnt: ignored,
  protectedFlg: ignored,
  systemNm: z.optional(SentText),
  facilityCd: z.optional(z.nullable(text(20))),
  cmrCenterExtlSoftware: z.optional(z.array(SentText).check(z.maxLength(SOFTWARE_MAX))),
}

export const listSystems = endpoint({
  name: 'listSystems',
  method: 'GET',
  path: `${area}/systems`,
  guard: systemGuard,
  summary: 'The systems by name, without “All Applications”',
  params: OwnUid,
  data: z.array(CatalogSystem),
})

export const getSystem = endpoint({
  name: 'getSystem',
  method: 'GET',
  path: `${area}/system/{systemId}`,
  guard,
  summary: 'One system with its open-source software',
  params: OneSystem,
  data: CatalogSystem,
})

export const addSystem = endpoint({
  name: 'addSystem',
  method: 'POST',
  path: `${area}/systems`,
  guard: systemGuard,
  summary: 'Add a system',
  params: OwnUid,
  body: z.strictObject({ ...sentSystem, version: ignored }),
  data: CatalogSystem,
})

export const updateSystem = endpoint({
  name: 'updateSystem',
  method: 'PUT',
  path: `${area}/system/{systemId}`,
  guard: freshGuard,
  summary: 'Change a system; with its version it is refused if it has changed in the meantime',
  params: OneSystem,
  body: z.strictObject({ ...sentSystem, version }),
  data: CatalogSystem,
})
export type SentSystem = z.output<typeof updateSystem.body>

export const listOpenSource = endpoint({
  name: 'listOpenSource',
  method: 'GET',
  path: `${area}/systems/{systemId}/opensource`,
  guard,
  summary: 'Names of the open-source software in a system',
  params: OneSystem,
  data: z.array(z.string()),
})

const sentSection = {
  sectionId: ignored,
  pageCnt: ignored,
  sectionNm: z.optional(SentText),
  ccDispFlg: flag,
}

export const listCatalogSections = endpoint({
  name: 'listCatalogSections',
  method: 'GET',
  path: `${area}/sections`,
  guard,
  summary: 'The sections by name',
  params: OwnUid,
  data: z.array(CatalogSection),
})

export const getSection = endpoint({
  name: 'getSection',
  method: 'GET',
  path: `${area}/section/{catalogSectionId}`,
  guard,
  summary: 'One section of the home page',
  params: OneSection,
  data: CatalogSection,
})

export const addSection = endpoint({
  name: 'addSection',
  method: 'POST',
  path: `${area}/sections`,
  guard,
  summary: 'Add a section; it is displayed unless stated otherwise',
  params: OwnUid,
  body: z.strictObject({ ...sentSection, version: ignored }),
  data: CatalogSection,
})

export const updateSection = endpoint({
  name: 'updateSection',
  method: 'PUT',
  path: `${area}/section/{catalogSectionId}`,
  guard,
  summary: 'Change a section; with its version it is refused if it has changed in the meantime',
  params: OneSection,
  body: z.strictObject({ ...sentSection, version }),
  data: CatalogSection,
})
export type SentSection = z.output<typeof updateSection.body>

const SentIds = z.array(Id).check(z.minLength(1), z.maxLength(DELETED_AT_ONCE_MAX))

export const deleteSections = endpoint({
  name: 'deleteSections',
  method: 'POST',
  path: `${area}/delete-sections`,
  guard,
  summary: 'Delete sections without applications, all or none of them; for an hour the deletion can be taken back',
  params: OwnUid,
  body: SentIds,
  data: DeletionResult,
})

export const deleteSystems = endpoint({
  name: 'deleteSystems',
  method: 'POST',
  path: `${area}/delete-systems`,
  guard: freshGuard,
  summary:
    'Delete systems without applications and the users’ permissions for them, all or none; for an hour the deletion can be taken back',
  params: OwnUid,
  body: SentIds,
  data: DeletionResult,
})

const Restored = z.object({ names: z.array(z.string()) })

export const restoreSections = endpoint({
  name: 'restoreSections',
  method: 'POST',
  path: `${area}/restore-sections`,
  guard,
  summary: 'Take back one’s own deletion of sections',
  params: OwnUid,
  body: Undo,
  data: Restored,
})

export const restoreSystems = endpoint({
  name: 'restoreSystems',
  method: 'POST',
  path: `${area}/restore-systems`,
  guard: freshGuard,
  summary: 'Take back one’s own deletion of systems; their users get their permissions back',
  params: OwnUid,
  body: Undo,
  data: Restored,
})

export const listCatalogFacilities = endpoint({
  name: 'listCatalogFacilities',
  method: 'GET',
  path: `${area}/facilities`,
  guard: systemGuard,
  summary: 'The facilities that systems belong to',
  params: OwnUid,
  data: z.array(z.object({ facilityCd: z.string(), facilityNm: z.string() })),
})
