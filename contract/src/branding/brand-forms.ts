import * as z from 'zod/mini'
import { type BrandImageName, brandImageNames, brandImages, brandModes, IMAGE_MAX_BYTES } from './brand-rules.ts'
import { Color, Instant, text, YesNo } from '../kit/codecs.ts'

/** A color, or '' for the default one. */
const ColorOrDefault = z.codec(
  z.string().check(z.regex(/^(?:#?[0-9A-Fa-f]{6})?$/)),
  z.nullable(z.string().check(z.regex(/^[0-9A-Fa-f]{6}$/))),
  {
    decode: (wire) => wire.replace('#', '') || null,
    encode: (digits) => (digits === null ? '' : `#${digits}`),
  },
)

/** Number of a version of a brand; 0: there is none yet. Also as text, as in forms. */
const VersionNumber = z.codec(
  z.union([z.int().check(z.minimum(0), z.maximum(2_147_483_647)), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  { decode: Number, encode: (number) => number },
)

const anyImage = brandImages.join('|')

/** Images that take the default again, separated by commas. */
const DefaultImages = z.codec(
  z.string().check(z.regex(new RegExp(`^$|^(?:${anyImage})(?:,(?:${anyImage}))*$`))),
  z.array(z.enum(brandImages)),
  {
    decode: (wire) => (wire === '' ? [] : (wire.split(',') as (typeof brandImages)[number][])),
    encode: (images) => images.join(','),
  },
)

/** The workspace of uploads, as `getWebSessionId` answers it (decision B17). */
const WebSessionId = text(200)

/** A form that saves a brand; what it leaves out stays as it is. Files go before previews of the workspace. */
const saveForm = {
  color: z.optional(ColorOrDefault),
  buttonColor: z.optional(ColorOrDefault),
  isPrevious: z.optional(YesNo),
  webSessionId: z.optional(WebSessionId),
  defaultImages: z.optional(DefaultImages),
  /** The version that the form shows: '409' when there is a newer one. */
  versionNbr: z.optional(VersionNumber),
}

export const SaveDefaultBrandForm = z.strictObject(saveForm)
export const SaveBrandForm = z.strictObject({ ...saveForm, isDefault: z.optional(YesNo) })

/** The files of such a form; each is optional. */
export const brandFiles = Object.fromEntries(
  brandImageNames.map((name) => [name, { maxBytes: IMAGE_MAX_BYTES }]),
) as Readonly<Record<BrandImageName, { readonly maxBytes: number }>>

export const previewFiles = { file: { maxBytes: IMAGE_MAX_BYTES } } as const
const previewed = {
  /** The logo if omitted. */
  fieldName: z.optional(z.enum(brandImageNames)),
  webSessionId: z.optional(WebSessionId),
}
export const PreviewForm = z.strictObject(previewed)
export const PreviewQuery = z.strictObject(previewed)

/** What became of an uploaded image; `getPreview` reads it. */
export const PreviewInfo = z.object({
  fieldName: z.enum(brandImages),
  widthPx: z.int(),
  heightPx: z.int(),
  byteCnt: z.int(),
})
/** The image as a data URL; null: none was uploaded. */
export const Preview = z.object({ image: z.nullable(z.string()) })

/** How and by whom a version of a brand was saved. */
const saved = {
  brandingModeCd: z.enum(brandModes),
  /** 0: nothing was saved yet. */
  versionNbr: z.int(),
  /** Null: nobody, or a user whom the reader may not see. */
  changedByNm: z.nullable(z.string()),
  changedDt: z.nullable(Instant),
}

/** The parts of a brand that a client has of its own; null: the default. Images are addresses (decision G2). */
export const ClientBranding = z.object({
  clientColorTxt: z.nullable(Color),
  clientPryButtonColorTxt: z.nullable(Color),
  clientLogoImg: z.nullable(z.string()),
  clientLogoDarkImg: z.nullable(z.string()),
  clientHomeBgImg: z.nullable(z.string()),
  clientLoginPageBgImg: z.nullable(z.string()),
  ...saved,
})
export type ClientBranding = z.output<typeof ClientBranding>

/** The brand of the portal, which clients without their own have. */
export const DefaultBranding = z.object({
  defaultColorTxt: Color,
  defaultPryButtonColorTxt: Color,
  defaultLogoImg: z.nullable(z.string()),
  defaultLogoDarkImg: z.nullable(z.string()),
  defaultHomeBgImg: z.nullable(z.string()),
  defaultLoginPageBgImg: z.nullable(z.string()),
  ...saved,
})
export type DefaultBranding = z.output<typeof DefaultBranding>
