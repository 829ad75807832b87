import * as z from 'zod/mini'
import { Instant, YesNo } from '../kit/codecs.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

/** A search item (sublink): what users find the application by (CATA-041, CATA-042). */
export const SearchItem = z.object({ sublinkNm: z.string(), descriptionTxt: z.string() })
export type SearchItem = z.output<typeof SearchItem>

/** An application without its search items (CATA-023..039). */
const applicationFields = {
  pageId: z.int(),
  pageNm: z.string(),
  internalUserPage: YesNo,
  system: z.object({ systemId: z.int(), systemNm: z.string() }),
  /** Null: no tile leads to it, as with the screens of the portal itself. */
  section: z.nullable(z.object({ sectionId: z.int(), sectionNm: z.string() })),
  dispFlg: YesNo,
  pageAssignableFlg: YesNo,
  linkEnabledFlg: YesNo,
  openInNewWindowFlg: YesNo,
  admAccessRqrFlg: YesNo,
  externalAppFlg: YesNo,
  ccPageLocationTxt: z.nullable(z.string()),
  ccHelpPageLocationTxt: z.nullable(z.string()),
  /** Users may ask for it. */
  requestableFlg: YesNo,
  /** A screen of the portal itself: its name and system stay, and it is not deleted. */
  protectedFlg: YesNo,
  version: z.int(),
}
export const ListedApplication = z.object(applicationFields)
export type ListedApplication = z.output<typeof ListedApplication>
export const Application = z.object({ ...applicationFields, applicationSubLinks: z.array(SearchItem) })
export type Application = z.output<typeof Application>

/** What people lose with an application. */
export const ApplicationImpact = z.object({
  /** Users with a permission for it. */
  permissionCnt: z.int(),
  /** Users who see it now. */
  userCnt: z.int(),
  /** Those of them who lose the whole tile, because they see nothing else behind it. */
  tileLossCnt: z.int(),
  /** Those of them who have marked the tile as a favorite. */
  favoriteCnt: z.int(),
})
export type ApplicationImpact = z.output<typeof ApplicationImpact>

/** What becomes of a tile or a page once it is displayed. */
export const DisplayImpact = z.object({
  nameTxt: z.string(),
  displayedFlg: YesNo,
  /** Users who would see it, and do not now; 0 where it is displayed. */
  userCnt: z.int(),
  version: z.int(),
})
export type DisplayImpact = z.output<typeof DisplayImpact>

/** A user with a permission for an application. */
export const ApplicationUser = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerNm: z.string(),
  /** When the permission ends; null: no planned end. */
  endDt: z.nullable(Instant),
})
export type ApplicationUser = z.output<typeof ApplicationUser>

/** Where the browser signs out of an application, as its administrators see it (LOUT-016, LOUT-019). */
export const logoutAddressFields = {
  /** As entered, with a placeholder for the portal's own host; null: the browser signs out nowhere. */
  browserLogoutUrl: z.nullable(z.string()),
  /** Where a sign-out leads; null without an address, or where that is at none of the origins. */
  logoutFollowedUrlTxt: z.nullable(z.string()),
  /** Origins at which the address may be: the portal's own, and those of the application. */
  logoutOriginList: z.array(z.string()),
  /** Where the application sends the browser back to. */
  logoutReturnUrlTxt: z.string(),
}

/** A system of the catalog (CATA-046..049). */
export const CatalogSystem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  facilityCd: z.nullable(z.string()),
  /** Names of the open-source software in it. */
  cmrCenterExtlSoftware: z.array(z.string()),
  /** Its applications; it is not deleted before they are. */
  pageCnt: z.int(),
  /** Users with a permission for it. */
  permissionCnt: z.int(),
  /** The portal itself: its name and facility stay, and it is not deleted. */
  protectedFlg: YesNo,
  ...logoutAddressFields,
  version: z.int(),
})
export type CatalogSystem = z.output<typeof CatalogSystem>

/** A section of the catalog: a tile on the home page (CATA-043..045). */
export const CatalogSection = z.object({
  sectionId: z.int(),
  sectionNm: z.string(),
  ccDispFlg: YesNo,
  /** Its applications; it is not deleted before they are. */
  pageCnt: z.int(),
  version: z.int(),
})
export type CatalogSection = z.output<typeof CatalogSection>

/** What came of deleting sections or systems, all or none of them (decision H2). */
export const DeletionResult = z.object({
  status: z.enum(['success', 'fail']),
  /** Those deleted; with 'fail' those that pages are attached to. */
  names: z.array(z.string()),
  /** Takes the deletion back; null with 'fail'. */
  undo: z.nullable(UndoOffer),
})
export type DeletionResult = z.output<typeof DeletionResult>
