import * as z from 'zod/mini'
import { Color, Id, Ignored, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, signedIn } from '../kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

/** An application behind a tile; the last fields are additions of the portal (decision C2). */
export const UserSectionPage = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  systemId: z.int(),
  ccPageLocationTxt: z.nullable(z.string()),
  ccHelpPageLocationTxt: z.nullable(z.string()),
  openInNewWindowFlg: YesNo,
  linkEnabledFlg: YesNo,
  ssoFlg: YesNo,
  /** 'Y': the user has several accounts in the system, one of which has to be chosen. */
  accountChoiceFlg: YesNo,
  lastAccessDt: z.nullable(Instant),
  applicationSubLinks: z.array(z.object({ sublinkNm: z.string(), descriptionTxt: z.string() })),
})
export type UserSectionPage = z.output<typeof UserSectionPage>

/** A tile (HOME-013..019). `tileColor` is the section's own color; null: the client's. */
export const UserSection = z.object({
  sectionId: z.int(),
  sectionNm: z.string(),
  tileColor: z.nullable(Color),
  tileImage: z.string(),
  userSectionDetails: z.object({ favoriteFlg: YesNo, lastAccessDt: z.nullable(Instant) }),
  userSectionPages: z.array(UserSectionPage),
})
export type UserSection = z.output<typeof UserSection>

export const listSections = endpoint({
  name: 'listSections',
  method: 'GET',
  path: `${area}/signin/cpusers/{uid}/sections`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(UserSection),
})

const OwnSection = z.strictObject({ uid: Id, sectionId: Id })

export const setFavorite = endpoint({
  name: 'setFavorite',
  method: 'PUT',
  path: `${area}/auth/cpusers/{uid}/sections/{sectionId}`,
  guard: signedIn(),
  params: OwnSection,
  body: z.strictObject({
    userSectionDetails: z.strictObject({ favoriteFlg: YesNo, lastAccessDt: z.optional(Ignored) }),
  }),
})

/** The usage of an administrator who acts as the user is not the user's: the home page's order stays theirs. */
const ownUse = signedIn({ emulation: 'refuse' })

export const recordSectionAccess = endpoint({
  name: 'recordSectionAccess',
  method: 'PUT',
  path: `${area}/auth/cpusers/{uid}/sections/{sectionId}/last-access-dt`,
  guard: ownUse,
  params: OwnSection,
})

export const recordPageAccess = endpoint({
  name: 'recordPageAccess',
  method: 'POST',
  path: `${area}/auth/cpusers/{uid}/pages/{pageId}/last-access-dt`,
  guard: ownUse,
  params: z.strictObject({ uid: Id, pageId: Id }),
})

export const getTileImage = endpoint({
  name: 'getTileImage',
  method: 'GET',
  path: '/ccservices/images/tiles/{sectionId}.png',
  alsoAt: ['/images/tiles/{sectionId}.png'],
  kind: 'file',
  guard: anyone,
  params: z.strictObject({ sectionId: Id }),
  /** `v` makes another address of another image, so that browsers load it. */
  query: z.strictObject({ v: z.optional(text(64)) }),
})

export const summaries = {
  listSections: 'The tiles that the user may see, alphabetically (decision C1)',
  setFavorite: 'Mark or unmark a tile as a favorite; sets the value, does not toggle',
  recordSectionAccess: 'Record that the user opened this tile',
  recordPageAccess: 'Record that the user opened this page',
  getTileImage: 'The image of a tile; a generated one if none was uploaded',
}
