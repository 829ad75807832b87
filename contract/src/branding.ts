import * as z from 'zod/mini'
import { Colour, OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { adminPages, anyone, signedIn, signedInAtAnyGate } from './kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

/** Most letters of the code under which a client's people come to its sign-in page. */
export const CLIENT_CODE_MAX = 50

/** An image of the brand: as a data address and as one that may be cached; null = none is set (decision G2). */
const BrandImage = z.object({ image: z.nullable(z.string()), url: z.nullable(z.string()) })

export const getDefaultBranding = endpoint({
  name: 'getDefaultBranding',
  method: 'GET',
  path: `${area}/signin/default-branding`,
  guard: anyone,
  summary: 'Brand of the sign-in page: colours and addresses of the images; of a client where its code is named',
  query: z.strictObject({ client: z.optional(text(CLIENT_CODE_MAX)) }),
  data: z.object({
    defaultColorTxt: Colour,
    defaultPryButtonColorTxt: Colour,
    defaultLogoUrl: z.nullable(z.string()),
    defaultLoginPageBgUrl: z.nullable(z.string()),
  }),
})

export const getDefaultBrandingColor = endpoint({
  name: 'getDefaultBrandingColor',
  method: 'GET',
  path: `${area}/signin/default-branding-color`,
  guard: anyone,
  summary: 'Tile colour where no client is known',
  data: Colour,
})

export const getDefaultPrimaryButtonColor = endpoint({
  name: 'getDefaultPrimaryButtonColor',
  method: 'GET',
  path: `${area}/signin/default-primary-button-color`,
  guard: anyone,
  summary: 'Primary button colour where no client is known',
  data: Colour,
})

export const getBrandingColor = endpoint({
  name: 'getBrandingColor',
  method: 'GET',
  path: `${area}/auth/cpusers/branding-color`,
  guard: signedInAtAnyGate,
  summary: 'Tile colour of the user’s client',
  data: Colour,
})

export const getPrimaryButtonColor = endpoint({
  name: 'getPrimaryButtonColor',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/primary-button-color`,
  alsoAt: [`${area}/signin/cpusers/{uid}/primary-button-color`],
  guard: signedInAtAnyGate,
  summary: 'Primary button colour of the user’s client',
  params: OwnUid,
  data: Colour,
})

export const getBrandingLogo = endpoint({
  name: 'getBrandingLogo',
  method: 'GET',
  path: `${area}/auth/cpusers/branding-logo`,
  guard: signedInAtAnyGate,
  summary: 'Logo of the user’s client',
  data: BrandImage,
})

export const getBrandingHomeBackground = endpoint({
  name: 'getBrandingHomeBackground',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/branding-home-bg`,
  guard: signedInAtAnyGate,
  summary: 'Home background of the user’s client',
  params: OwnUid,
  data: BrandImage,
})

export const getBrandingImage = endpoint({
  name: 'getBrandingImage',
  method: 'GET',
  path: '/ccservices/images/branding/{imageKey}',
  kind: 'file',
  guard: anyone,
  summary: 'An image of a brand by its unguessable key',
  params: z.strictObject({ imageKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
})

export const getAdminMenu = endpoint({
  name: 'getAdminMenu',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/admin-menu`,
  guard: signedIn,
  summary: 'Administration pages that the user holds (decision E5)',
  params: OwnUid,
  data: z.array(z.object({ pageId: z.int(), pageNm: z.enum(adminPages) })),
})
