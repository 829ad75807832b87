import {
  addApplication,
  deleteApplication,
  getApplicationImpact,
  listApplications,
  updateApplication,
} from '@portico/contract/catalog/catalog.ts'
import {
  addSection,
  deleteSections,
  listCatalogSections,
  updateSection,
} from '@portico/contract/catalog/catalog-sections.ts'
import {
  addSystem,
  deleteSystems,
  getSystem,
  listSystems,
  updateSystem,
} from '@portico/contract/catalog/catalog-systems.ts'
import { z } from 'zod'
import { listAllSearchItems } from '../../areas/catalog/public.ts'
import { Refusal } from '../../http/answers.ts'
import { type ActResult, configurationKind, EntryProblem, type KindContext, resultOf } from '../configuration-kind.ts'
import { Name, PlainText, TextOrNone } from './entry-shapes.ts'
import { rowsOf } from './rows-of.ts'

export const sectionKind = configurationKind({
  name: 'sections',
  noun: 'section',
  about: 'Sections of the catalog: the tiles of the home page',
  shape: z.strictObject({ name: Name, displayed: z.boolean().describe('Whether the tile is displayed at all') }),
  key: ['name'],
  isRenamed: true,
  wireFields: { sectionNm: 'name', ccDispFlg: 'displayed' },
  read: async (context) =>
    rowsOf(await context.call(listCatalogSections, { params: { uid: context.uid } })).map((row) => ({
      id: row.sectionId,
      version: row.version,
      entry: { name: row.sectionNm, displayed: row.ccDispFlg },
    })),
  add: async (context, { name, displayed }) =>
    resultOf(
      await context.call(addSection, { params: { uid: context.uid }, body: { sectionNm: name, ccDispFlg: displayed } }),
    ),
  change: async (context, { present, wanted: { displayed }, differing: { name } }) =>
    resultOf(
      await context.call(updateSection, {
        params: { uid: context.uid, catalogSectionId: Number(present.id) },
        body: { sectionNm: name, ccDispFlg: displayed, version: present.version },
      }),
    ),
  remove: async (context, { id }) =>
    deletionResult(await context.call(deleteSections, { params: { uid: context.uid }, body: [Number(id)] })),
})

export const systemKind = configurationKind({
  name: 'systems',
  noun: 'system',
  about: 'Systems: the products that applications belong to',
  shape: z.strictObject({
    name: Name,
    facility: TextOrNone.describe('Code of a facility, or null'),
    signOutAddress: TextOrNone.describe('Where the browser signs out of it; {host} is the host of the portal'),
    software: z.array(Name).describe('Names of the open-source software in it'),
  }),
  key: ['name'],
  isRenamed: true,
  unordered: ['software'],
  references: ['facility', 'software'],
  wireFields: {
    systemNm: 'name',
    facilityCd: 'facility',
    browserLogoutUrl: 'signOutAddress',
    cmrCenterExtlSoftware: 'software',
  },
  read: async (context) =>
    rowsOf(await context.call(listSystems, { params: { uid: context.uid } })).map((row) => ({
      id: row.systemId,
      version: row.version,
      entry: {
        name: row.systemNm,
        facility: row.facilityCd,
        signOutAddress: row.browserLogoutUrl,
        software: row.cmrCenterExtlSoftware,
      },
    })),
  add: async (context, { name, facility, signOutAddress, software }) =>
    resultOf(
      await context.call(addSystem, {
        params: { uid: context.uid },
        body: {
          systemNm: name,
          facilityCd: facility,
          browserLogoutUrl: signOutAddress,
          cmrCenterExtlSoftware: software,
        },
      }),
    ),
  change: async (context, { present, wanted: { facility, signOutAddress, software }, differing: { name } }) =>
    resultOf(
      await context.call(updateSystem, {
        params: { uid: context.uid, systemId: Number(present.id) },
        body: {
          systemNm: name,
          facilityCd: facility,
          browserLogoutUrl: signOutAddress,
          cmrCenterExtlSoftware: software,
          version: present.version,
        },
      }),
    ),
  permissions: async (context, { id }) => {
    const params = { uid: context.uid, systemId: Number(id) }
    return rowsOf(await context.call(getSystem, { params })).permissionCnt
  },
  remove: async (context, { id }) =>
    deletionResult(await context.call(deleteSystems, { params: { uid: context.uid }, body: [Number(id)] })),
})

/** Deleting sections or systems that still have applications is answered with 'fail'. */
function deletionResult(answer: { status: 'success' | 'fail' } | Refusal): ActResult {
  if (answer instanceof Refusal || answer.status === 'success') return resultOf(answer)
  return new EntryProblem('name', 'it still has applications: remove those too, or give them another place.')
}

const applicationShape = z.strictObject({
  system: Name.describe('The system that it belongs to'),
  name: Name,
  section: TextOrNone.describe('The section in which it stands, or null'),
  displayed: z.boolean().describe('Whether it is displayed at all'),
  assignable: z.boolean().describe('false: it comes with its system and needs no permission of its own'),
  linkEnabled: z.boolean().describe('false: it is temporarily unavailable'),
  newWindow: z.boolean().describe('Whether it opens beside the portal'),
  administratorsOnly: z.boolean().describe('Whether only administrators of the system see it'),
  external: z.boolean().describe('Whether it is not the operator’s own'),
  internalUsersOnly: z.boolean(),
  requestable: z.boolean().describe('Whether users may ask for it'),
  address: TextOrNone.describe('Where it opens'),
  helpAddress: TextOrNone,
  searchItems: z
    .array(z.strictObject({ name: Name, description: PlainText.optional() }))
    .describe('What users find it by'),
})
type ApplicationEntry = z.output<typeof applicationShape>

export const applicationKind = configurationKind({
  name: 'applications',
  noun: 'application',
  about: 'Applications: what users open from a section',
  shape: applicationShape,
  key: ['system', 'name'],
  isRenamed: true,
  references: ['section'],
  wireFields: {
    pageNm: 'name',
    system: 'system',
    section: 'section',
    dispFlg: 'displayed',
    pageAssignableFlg: 'assignable',
    linkEnabledFlg: 'linkEnabled',
    openInNewWindowFlg: 'newWindow',
    admAccessRqrFlg: 'administratorsOnly',
    externalAppFlg: 'external',
    internalUserPage: 'internalUsersOnly',
    requestableFlg: 'requestable',
    ccPageLocationTxt: 'address',
    ccHelpPageLocationTxt: 'helpAddress',
    applicationSubLinks: 'searchItems',
  },
  read: readApplications,
  add: async (context, entry) => {
    const body = await sentApplication(context, entry)
    return body instanceof EntryProblem
      ? body
      : resultOf(await context.call(addApplication, { params: { uid: context.uid }, body }))
  },
  // Only what differs, so that what the portal fixes is not sent.
  change: async (context, { present, differing }) => {
    const body = await sentApplication(context, differing)
    if (body instanceof EntryProblem) return body
    const params = { uid: context.uid, appId: Number(present.id) }
    return resultOf(await context.call(updateApplication, { params, body: { ...body, version: present.version } }))
  },
  permissions: async (context, { id }) => {
    const params = { uid: context.uid, appId: Number(id) }
    return rowsOf(await context.call(getApplicationImpact, { params })).permissionCnt
  },
  remove: async (context, { id, version }, permissionCnt) => {
    const params = { uid: context.uid, appId: Number(id) }
    return resultOf(await context.call(deleteApplication, { params, query: { version, permissionCnt } }))
  },
})

async function readApplications(context: KindContext) {
  const rows = await context.listAll(listApplications, { params: { uid: context.uid } })
  // The call of an application's search items, for all at once; its guard is that of the list above.
  const itemsOf = Map.groupBy(await listAllSearchItems(context.tx), ({ pageId }) => pageId)
  return rows.map((row) => ({
    id: row.pageId,
    version: row.version,
    entry: {
      system: row.system.systemNm,
      name: row.pageNm,
      section: row.section?.sectionNm ?? null,
      displayed: row.dispFlg,
      assignable: row.pageAssignableFlg,
      linkEnabled: row.linkEnabledFlg,
      newWindow: row.openInNewWindowFlg,
      administratorsOnly: row.admAccessRqrFlg,
      external: row.externalAppFlg,
      internalUsersOnly: row.internalUserPage,
      requestable: row.requestableFlg,
      address: row.ccPageLocationTxt,
      helpAddress: row.ccHelpPageLocationTxt,
      searchItems: (itemsOf.get(row.pageId) ?? []).map(({ sublinkNm, descriptionTxt }) => ({
        name: sublinkNm,
        ...(descriptionTxt === '' ? {} : { description: descriptionTxt }),
      })),
    },
  }))
}

async function sentApplication(context: KindContext, entry: Partial<ApplicationEntry>) {
  const system = entry.system === undefined ? undefined : await context.refer('systems', entry.system, 'system')
  if (system instanceof EntryProblem) return system
  const section = entry.section ? await context.refer('sections', entry.section, 'section') : undefined
  if (section instanceof EntryProblem) return section
  return {
    pageNm: entry.name,
    system: system && { systemId: Number(system.id) },
    section: entry.section === null ? null : section && { sectionId: Number(section.id) },
    dispFlg: entry.displayed,
    pageAssignableFlg: entry.assignable,
    linkEnabledFlg: entry.linkEnabled,
    openInNewWindowFlg: entry.newWindow,
    admAccessRqrFlg: entry.administratorsOnly,
    externalAppFlg: entry.external,
    internalUserPage: entry.internalUsersOnly,
    requestableFlg: entry.requestable,
    ccPageLocationTxt: entry.address,
    ccHelpPageLocationTxt: entry.helpAddress,
    applicationSubLinks: entry.searchItems?.map(({ name, description = '' }) => ({
      sublinkNm: name,
      descriptionTxt: description,
    })),
  }
}
