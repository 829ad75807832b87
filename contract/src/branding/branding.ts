import * as z from 'zod/mini'
import { Color, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { adminPages, anyone, gates, signedIn } from '../kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

/** Maximum length of the client code in the address of a client's sign-in page. */
export const CLIENT_CODE_MAX = 50

/** A brand image as a data URL and as a cacheable URL; null: none is set (decision G2). */
const BrandImage = z.object({ image: z.nullable(z.string()), url: z.nullable(z.string()) })
/** N: without the data URL, for callers that load the image from its cacheable URL. */
const ImageQuery = z.strictObject({ imageFlg: z.optional(YesNo) })

export const getDefaultBranding = endpoint({
  name: 'getDefaultBranding',
  method: 'GET',
  path: `${area}/signin/default-branding`,
  guard: anyone,
  query: z.strictObject({ client: z.optional(text(CLIENT_CODE_MAX)) }),
  data: z.object({
    defaultColorTxt: Color,
    defaultPryButtonColorTxt: Color,
    defaultLogoUrl: z.nullable(z.string()),
    /** The logo for dark backgrounds; null: the same one. */
    defaultLogoDarkUrl: z.nullable(z.string()),
    defaultHomeBgUrl: z.nullable(z.string()),
    defaultLoginPageBgUrl: z.nullable(z.string()),
  }),
})

export const getDefaultBrandingColor = endpoint({
  name: 'getDefaultBrandingColor',
  method: 'GET',
  path: `${area}/signin/default-branding-color`,
  guard: anyone,
  data: Color,
})

export const getDefaultPrimaryButtonColor = endpoint({
  name: 'getDefaultPrimaryButtonColor',
  method: 'GET',
  path: `${area}/signin/default-primary-button-color`,
  guard: anyone,
  data: Color,
})

export const getBrandingColor = endpoint({
  name: 'getBrandingColor',
  method: 'GET',
  path: `${area}/auth/cpusers/branding-color`,
  guard: signedIn({ alsoAt: gates, whileClosing: true }),
  data: Color,
})

export const getPrimaryButtonColor = endpoint({
  name: 'getPrimaryButtonColor',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/primary-button-color`,
  alsoAt: [`${area}/signin/cpusers/{uid}/primary-button-color`],
  guard: signedIn({ alsoAt: gates, whileClosing: true }),
  params: OwnUid,
  data: Color,
})

export const getBrandingLogo = endpoint({
  name: 'getBrandingLogo',
  method: 'GET',
  path: `${area}/auth/cpusers/branding-logo`,
  guard: signedIn({ alsoAt: gates, whileClosing: true }),
  query: ImageQuery,
  data: z.extend(BrandImage, {
    /** The logo for dark backgrounds; null: the same one. */
    darkUrl: z.nullable(z.string()),
  }),
})

export const getBrandingHomeBackground = endpoint({
  name: 'getBrandingHomeBackground',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/branding-home-bg`,
  guard: signedIn({ alsoAt: gates, whileClosing: true }),
  params: OwnUid,
  query: ImageQuery,
  data: BrandImage,
})

export const getBrandingImage = endpoint({
  name: 'getBrandingImage',
  method: 'GET',
  path: '/ccservices/images/branding/{imageKey}',
  kind: 'file',
  guard: anyone,
  params: z.strictObject({ imageKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
})

export const getAdminMenu = endpoint({
  name: 'getAdminMenu',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/admin-menu`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(z.object({ pageId: z.int(), pageNm: z.enum(adminPages) })),
})

export const summaries = {
  getDefaultBranding: 'Brand of the sign-in page: colors and image addresses, of a client if its code is given',
  getDefaultBrandingColor: 'Default tile color',
  getDefaultPrimaryButtonColor: 'Default primary button color',
  getBrandingColor: 'Tile color of the user’s client',
  getPrimaryButtonColor: 'Primary button color of the user’s client',
  getBrandingLogo: 'Logo of the user’s client',
  getBrandingHomeBackground: 'Home background of the user’s client',
  getBrandingImage: 'A brand image by its unguessable key',
  getAdminMenu: 'Administration pages that the user may open (decision E5)',
}
