import type { ClientBranding, DefaultBranding } from '@portico/contract/branding/brand-forms.ts'
import { SHIPPED_BUTTON_COLOR, SHIPPED_TILE_COLOR } from '@portico/contract/branding/brand-rules.ts'
import { DEFAULT_PARTS } from './branding-rules.ts'
import type { BrandVersion } from './brand-store.ts'

/** The address of an image by its key. */
export const imageUrl = (key: string | null) => (key === null ? null : `/ccservices/images/branding/${key}`)

/** Stored images are JPEG or PNG only; JPEG begins with FF D8. */
export const typeOf = (bytes: Buffer) => (bytes[0] === 0xff ? 'image/jpeg' : 'image/png')

/** Returns an image as a data URL. */
export const dataUrl = (bytes: Buffer) => `data:${typeOf(bytes)};base64,${bytes.toString('base64')}`

const saved = (version: BrandVersion | undefined) => ({
  brandingModeCd: version?.mode ?? ('default' as const),
  versionNbr: version?.id ?? 0,
  changedByNm: version?.changedByName ?? null,
  changedDt: version?.changedAt ?? null,
})

/** A client without a version has the default brand. */
export function clientBranding(version: BrandVersion | undefined): ClientBranding {
  const { tileColor, buttonColor, images } = version ?? DEFAULT_PARTS
  return {
    clientColorTxt: tileColor,
    clientPryButtonColorTxt: buttonColor,
    clientLogoImg: imageUrl(images.logoImage),
    clientLogoDarkImg: imageUrl(images.logoDarkImage),
    clientHomeBgImg: imageUrl(images.homeImage),
    clientLoginPageBgImg: imageUrl(images.loginImage),
    ...saved(version),
  }
}

/** Without a version the portal has the colors that it was shipped with, and no images. */
export function defaultBranding(version: BrandVersion | undefined): DefaultBranding {
  const { tileColor, buttonColor, images } = version ?? DEFAULT_PARTS
  return {
    defaultColorTxt: tileColor ?? SHIPPED_TILE_COLOR,
    defaultPryButtonColorTxt: buttonColor ?? SHIPPED_BUTTON_COLOR,
    defaultLogoImg: imageUrl(images.logoImage),
    defaultLogoDarkImg: imageUrl(images.logoDarkImage),
    defaultHomeBgImg: imageUrl(images.homeImage),
    defaultLoginPageBgImg: imageUrl(images.loginImage),
    ...saved(version),
  }
}
