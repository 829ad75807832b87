import type { Application, CatalogSection, CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import {
  getApplication,
  getApplicationImpact,
  listApplications,
  listDeletedApplications,
} from '@portico/contract/catalog/catalog.ts'
import { getSection, listCatalogSections } from '@portico/contract/catalog/catalog-sections.ts'
import { getSystem, listCatalogFacilities, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { answer } from './answer.ts'
import { answerFrame } from './frame.ts'
import { signInAs } from './people.ts'

const total = (rows: readonly unknown[]) => ({ headers: { 'x-total-count': String(rows.length) } })

export const cards: CatalogSection = { sectionId: 7, sectionNm: 'Cards', ccDispFlg: true, pageCnt: 1, version: 3 }
export const empty: CatalogSection = { sectionId: 8, sectionNm: 'Empty tile', ccDispFlg: false, pageCnt: 0, version: 1 }
export const payments: CatalogSystem = {
  systemId: 102,
  systemNm: 'Payments Hub',
  facilityCd: 'KCW',
  cmrCenterExtlSoftware: ['nginx'],
  pageCnt: 1,
  permissionCnt: 5,
  protectedFlg: false,
  browserLogoutUrl: null,
  logoutFollowedUrlTxt: null,
  logoutOriginList: ['https://portal.example', 'https://payments.example'],
  logoutReturnUrlTxt: 'https://portal.example/logout?app=PAY',
  version: 4,
}
export const unused: CatalogSystem = {
  ...payments,
  systemId: 103,
  systemNm: 'Unused system',
  facilityCd: null,
  pageCnt: 0,
  permissionCnt: 2,
}
export const portalSystem: CatalogSystem = {
  ...unused,
  systemId: 2,
  systemNm: 'Customer Portal',
  protectedFlg: true,
  pageCnt: 11,
}

export const refunds: Application = {
  pageId: 110,
  pageNm: 'Refunds',
  internalUserPage: false,
  system: { systemId: 102, systemNm: 'Payments Hub' },
  section: { sectionId: 7, sectionNm: 'Cards' },
  dispFlg: true,
  pageAssignableFlg: true,
  linkEnabledFlg: true,
  openInNewWindowFlg: true,
  admAccessRqrFlg: false,
  externalAppFlg: true,
  ccPageLocationTxt: 'https://pay.example/refunds',
  ccHelpPageLocationTxt: '/help',
  requestableFlg: false,
  protectedFlg: false,
  version: 5,
  applicationSubLinks: [{ sublinkNm: 'Refund', descriptionTxt: 'Return a payment' }],
}

/** An administrator of the catalog, with two sections, three systems and one application. */
export function answerCatalog(): void {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 2, pageNm: 'Application Settings' }])
  answer(listApplications, [refunds], total([refunds]))
  answer(listCatalogSections, [cards, empty])
  answer(listSystems, [portalSystem, payments, unused])
  answer(listCatalogFacilities, [
    { facilityCd: 'EDH', facilityNm: 'Edgewood' },
    { facilityCd: 'KCW', facilityNm: 'Kansas City' },
  ])
  answer(listDeletedApplications, [])
  answer(getApplication, refunds)
  answer(getSection, cards)
  answer(getSystem, payments)
  answer(getApplicationImpact, { permissionCnt: 0, userCnt: 0, tileLossCnt: 0, favoriteCnt: 0 })
  signInAs({ internalUserFlg: true })
}
