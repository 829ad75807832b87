/** Bytes that an uploaded image may have (UIGN-012). */
export const IMAGE_MAX_BYTES = 1_000_000

/** Pixels that an uploaded image may have. */
export const IMAGE_MAX_PIXELS = 25_000_000

/** Colors that the portal is shipped with, as digits. */
export const SHIPPED_TILE_COLOR = '3b5b8c'
export const SHIPPED_BUTTON_COLOR = '2f5d9f'

/** Images of a brand, by the names of their parts in a form. */
export const brandImages = ['logoImage', 'logoDarkImage', 'homeImage', 'loginImage'] as const
export type BrandImage = (typeof brandImages)[number]

/** Further names of the same parts (decision G1). */
const aliases = {
  clientLogoImg: 'logoImage',
  clientHomeBgImg: 'homeImage',
  defaultLogoImg: 'logoImage',
  defaultHomeBgImg: 'homeImage',
  defaultLoginPageBgImg: 'loginImage',
} as const satisfies Record<string, BrandImage>

export const brandImageNames = [...brandImages, ...(Object.keys(aliases) as (keyof typeof aliases)[])] as const
export type BrandImageName = (typeof brandImageNames)[number]

/** Returns the image that a name stands for. */
export const brandImageOf = (name: BrandImageName): BrandImage =>
  name in aliases ? aliases[name as keyof typeof aliases] : (name as BrandImage)

/** How a version of a brand came about: chosen part by part, a former version again, or the default brand. */
export const brandModes = ['custom', 'previous', 'default'] as const
export type BrandMode = (typeof brandModes)[number]
