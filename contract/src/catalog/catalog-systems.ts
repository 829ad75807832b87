import * as z from 'zod/mini'
import { area, freshGuard, guard, ignored, Restored, SentIds, SentText, Undo, version } from './catalog-parts.ts'
import { CatalogSystem, DeletionResult } from './catalog-records.ts'
import { SOFTWARE_MAX } from './catalog-rules.ts'
import { Id, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

/** Database maintenance, too, chooses systems and adds them (DBMT-030, DBMT-146). */
const systemGuard = admin(['Application Settings', 'Database Maintenance'], { staffOnly: true })
const OneSystem = z.strictObject({ uid: Id, systemId: Id })

const sentSystem = {
  systemId: ignored,
  pageCnt: ignored,
  permissionCnt: ignored,
  protectedFlg: ignored,
  logoutFollowedUrlTxt: ignored,
  logoutOriginList: ignored,
  logoutReturnUrlTxt: ignored,
  systemNm: z.optional(SentText),
  facilityCd: z.optional(z.nullable(text(20))),
  /** Null or '' clears. */
  browserLogoutUrl: z.optional(z.nullable(SentText)),
  cmrCenterExtlSoftware: z.optional(z.array(SentText).check(z.maxLength(SOFTWARE_MAX))),
}

export const listSystems = endpoint({
  name: 'listSystems',
  method: 'GET',
  path: `${area}/systems`,
  guard: systemGuard,
  params: OwnUid,
  data: z.array(CatalogSystem),
})

export const getSystem = endpoint({
  name: 'getSystem',
  method: 'GET',
  path: `${area}/system/{systemId}`,
  guard,
  params: OneSystem,
  data: CatalogSystem,
})

export const addSystem = endpoint({
  name: 'addSystem',
  method: 'POST',
  path: `${area}/systems`,
  guard: systemGuard,
  params: OwnUid,
  body: z.strictObject({ ...sentSystem, version: ignored }),
  data: CatalogSystem,
})

export const updateSystem = endpoint({
  name: 'updateSystem',
  method: 'PUT',
  path: `${area}/system/{systemId}`,
  guard: freshGuard,
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
  params: OneSystem,
  data: z.array(z.string()),
})

export const deleteSystems = endpoint({
  name: 'deleteSystems',
  method: 'POST',
  path: `${area}/delete-systems`,
  guard: freshGuard,
  params: OwnUid,
  body: SentIds,
  data: DeletionResult,
})

export const restoreSystems = endpoint({
  name: 'restoreSystems',
  method: 'POST',
  path: `${area}/restore-systems`,
  guard: freshGuard,
  params: OwnUid,
  body: Undo,
  data: Restored,
})

export const listCatalogFacilities = endpoint({
  name: 'listCatalogFacilities',
  method: 'GET',
  path: `${area}/facilities`,
  guard: systemGuard,
  params: OwnUid,
  data: z.array(z.object({ facilityCd: z.string(), facilityNm: z.string() })),
})

export const summaries = {
  listSystems: 'The systems by name, without “All Applications”',
  getSystem: 'One system with its open-source software',
  addSystem: 'Add a system',
  updateSystem: 'Change a system; with its version it is refused if it has changed in the meantime',
  listOpenSource: 'Names of the open-source software in a system',
  deleteSystems:
    'Delete systems without applications and the users’ permissions for them, all or none; for an hour the deletion can be taken back',
  restoreSystems: 'Take back one’s own deletion of systems; their users get their permissions back',
  listCatalogFacilities: 'The facilities that systems belong to',
}
