import type * as contract from '@portico/contract/branding/branding.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type Brands, clientsByCode, DEFAULT_BRAND, findBrandImage } from './brand-list.ts'
import { dataUrl, imageUrl, typeOf } from './brand-view.ts'

export function brandingHandlers({ db, brands }: { db: Db; brands: Brands }): Handlers<typeof contract> {
  const clients = clientsByCode(db)
  /** Returns an image as a data URL, unless only its cacheable address is asked for (decision G2). */
  const imageOf = async (key: string | null, { imageFlg = true }: { imageFlg?: boolean | undefined }) => {
    if (!imageFlg) return { image: null, url: imageUrl(key) }
    const bytes = key === null ? undefined : await findBrandImage(db, key)
    return bytes ? { image: dataUrl(bytes), url: imageUrl(key) } : { image: null, url: null }
  }
  return {
    getDefaultBranding: async ({ query }) => {
      const brand = await brands.read(query.client === undefined ? DEFAULT_BRAND : await clients.read(query.client))
      return {
        defaultColorTxt: brand.tileColor,
        defaultPryButtonColorTxt: brand.buttonColor,
        defaultLogoUrl: imageUrl(brand.logoEtag),
        defaultLogoDarkUrl: imageUrl(brand.logoDarkEtag),
        defaultHomeBgUrl: imageUrl(brand.homeBackgroundEtag),
        defaultLoginPageBgUrl: imageUrl(brand.loginBackgroundEtag),
      }
    },
    getDefaultBrandingColor: async () => (await brands.read(DEFAULT_BRAND)).tileColor,
    getDefaultPrimaryButtonColor: async () => (await brands.read(DEFAULT_BRAND)).buttonColor,
    getBrandingColor: async ({ caller }) => (await brands.read(caller.user.clientId)).tileColor,
    getPrimaryButtonColor: async ({ caller }) => (await brands.read(caller.user.clientId)).buttonColor,
    getBrandingLogo: async ({ caller, query }) => {
      const brand = await brands.read(caller.user.clientId)
      return { ...(await imageOf(brand.logoEtag, query)), darkUrl: imageUrl(brand.logoDarkEtag) }
    },
    getBrandingHomeBackground: async ({ caller, query }) =>
      imageOf((await brands.read(caller.user.clientId)).homeBackgroundEtag, query),
    getBrandingImage: async ({ params }) => {
      const body = await findBrandImage(db, params.imageKey)
      if (!body) return refuse('404', sentences.not_found)
      return {
        type: typeOf(body),
        body,
        etag: `"${params.imageKey.slice(0, 32)}"`,
        cacheControl: 'public, max-age=31536000, immutable',
        isForOtherSites: true,
      }
    },
    getAdminMenu: async ({ caller }) => {
      const held = await caller.adminPages()
      return held
        .toSorted((a, b) => adminPages.indexOf(a.name) - adminPages.indexOf(b.name))
        .map(({ id, name }) => ({ pageId: id, pageNm: name }))
    },
  }
}
