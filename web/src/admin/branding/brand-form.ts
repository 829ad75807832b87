import * as z from 'zod/mini'
import type { ClientBranding, DefaultBranding } from '@portico/contract/branding/brand-forms.ts'
import {
  type BrandImage,
  brandImages,
  type BrandMode,
  brandModes,
  SHIPPED_BUTTON_COLOR,
  SHIPPED_TILE_COLOR,
} from '@portico/contract/branding/brand-rules.ts'

/** A brand as both screens know it; null: the default. Images are addresses, colors have no '#' (BRND-022). */
export interface Brand {
  color: string | null
  buttonColor: string | null
  images: Readonly<Record<BrandImage, string | null>>
  mode: BrandMode
  versionNbr: number
  changedByNm: string | null
  changedDt: Date | null
}

export const brandOfClient = (wire: ClientBranding): Brand => ({
  color: wire.clientColorTxt,
  buttonColor: wire.clientPryButtonColorTxt,
  images: {
    logoImage: wire.clientLogoImg,
    logoDarkImage: wire.clientLogoDarkImg,
    homeImage: wire.clientHomeBgImg,
    loginImage: wire.clientLoginPageBgImg,
  },
  ...savedBy(wire),
})

export const brandOfPortal = (wire: DefaultBranding): Brand => ({
  color: wire.defaultColorTxt,
  buttonColor: wire.defaultPryButtonColorTxt,
  images: {
    logoImage: wire.defaultLogoImg,
    logoDarkImage: wire.defaultLogoDarkImg,
    homeImage: wire.defaultHomeBgImg,
    loginImage: wire.defaultLoginPageBgImg,
  },
  ...savedBy(wire),
})

/** What stands for parts that the portal’s own brand leaves empty. */
export const shippedBrand: Brand = {
  color: SHIPPED_TILE_COLOR,
  buttonColor: SHIPPED_BUTTON_COLOR,
  images: { logoImage: null, logoDarkImage: null, homeImage: null, loginImage: null },
  mode: 'default',
  versionNbr: 0,
  changedByNm: null,
  changedDt: null,
}

const savedBy = ({ brandingModeCd, versionNbr, changedByNm, changedDt }: ClientBranding | DefaultBranding) => ({
  mode: brandingModeCd,
  versionNbr,
  changedByNm,
  changedDt,
})

const ColorText = z.string().check(z.regex(/^(?:[0-9A-Fa-f]{6})?$/, 'brand_color_invalid'))
/** The color of a form while it is one; null: the default one. */
export const colorIn = (digits: string): string | null =>
  digits !== '' && z.safeParse(ColorText, digits).success ? digits : null
/** 'kept': as saved, 'default', or an upload of the workspace, each with a name of its own. */
const ImageChoice = z.string()

export const brandSchema = z.object({
  mode: z.enum(brandModes),
  color: ColorText,
  buttonColor: ColorText,
  logoImage: ImageChoice,
  logoDarkImage: ImageChoice,
  homeImage: ImageChoice,
  loginImage: ImageChoice,
  /** The workspace of the uploads; '' before the first one. */
  webSessionId: z.string(),
})
export type BrandValues = z.output<typeof brandSchema>

/** The form of a saved brand. */
export const brandValues = ({ color, buttonColor, mode }: Brand, hasDefault: boolean): BrandValues => ({
  mode: hasDefault && mode === 'default' ? 'default' : 'custom',
  color: color ?? '',
  buttonColor: buttonColor ?? '',
  logoImage: 'kept',
  logoDarkImage: 'kept',
  homeImage: 'kept',
  loginImage: 'kept',
  webSessionId: '',
})

export const isUploaded = (choice: string): boolean => choice !== 'kept' && choice !== 'default'

/** The fields of the call that saves the form. */
export function brandFields(values: BrandValues, versionNbr: number, hasDefault: boolean): Record<string, string> {
  const version = { versionNbr: String(versionNbr) }
  if (values.mode === 'previous') return { ...version, isPrevious: 'Y' }
  if (values.mode === 'default') return { ...version, isDefault: 'Y' }
  const defaults = brandImages.filter((part) => values[part] === 'default')
  return {
    ...version,
    isPrevious: 'N',
    ...(hasDefault ? { isDefault: 'N' } : {}),
    color: withNumberSign(values.color),
    buttonColor: withNumberSign(values.buttonColor),
    ...(defaults.length > 0 ? { defaultImages: defaults.join(',') } : {}),
    ...(values.webSessionId === '' ? {} : { webSessionId: values.webSessionId }),
  }
}

/** Colors are sent with '#' (BRND-021); '' stays. */
const withNumberSign = (digits: string) => (digits === '' ? '' : `#${digits}`)

/** What a page shows: every part of its own, or the default one. */
export interface ShownBrand {
  color: string
  buttonColor: string
  images: Readonly<Record<BrandImage, string | null>>
}

/** A brand with the default where it has no part of its own. */
export const shownBrand = (brand: Pick<Brand, 'color' | 'buttonColor' | 'images'>, defaults: Brand): ShownBrand => ({
  color: brand.color ?? defaults.color ?? '',
  buttonColor: brand.buttonColor ?? defaults.buttonColor ?? '',
  images: {
    logoImage: brand.images.logoImage ?? defaults.images.logoImage,
    // The dark logo belongs to the logo beside it.
    logoDarkImage:
      brand.images.logoDarkImage ?? (brand.images.logoImage === null ? defaults.images.logoDarkImage : null),
    homeImage: brand.images.homeImage ?? defaults.images.homeImage,
    loginImage: brand.images.loginImage ?? defaults.images.loginImage,
  },
})
