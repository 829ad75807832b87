import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from '@portico/contract/branding/brand-rules.ts'
import type { Sharp } from 'sharp'

/**
 * The size that an image has at most after it was read; larger ones shrink, and keep their proportions. Its bytes are
 * limited as those of an upload are.
 */
export interface ImageLimits {
  maxWidth: number
  maxHeight: number
  /** Stored as PNG whatever it was; else it keeps its format. */
  asPng?: boolean
}

export interface ReadImage {
  bytes: Buffer
  width: number
  height: number
}

/** Why an image is refused: it is no JPEG or PNG, or it has too many pixels. */
export type ImageProblem = 'type' | 'size'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])
const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature)

/** Seconds after which an image is given up. */
const TIMEOUT_SECONDS = 10

/** The image before the one that is read now: one at a time, because each may need the memory of all its pixels. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes an uploaded image and encodes its pixels anew, outside of the thread that answers requests: no metadata, no
 * bytes behind the image and no further frames remain. Its pixels are counted before it is decoded.
 */
export function readImage(bytes: Buffer, limits: ImageLimits): Promise<ReadImage | ImageProblem> {
  if (!startsWith(bytes, PNG_SIGNATURE) && !startsWith(bytes, JPEG_SIGNATURE)) return Promise.resolve('type')
  const read = last.then(() => encodeAnew(bytes, limits))
  last = read.catch(() => undefined)
  return read
}

/** One way to encode pixels. */
type Encode = (pixels: Sharp) => Sharp

const asLosslessPng: Encode = (pixels) => pixels.png({ compressionLevel: 9 })
const asPalettePng: Encode = (pixels) => pixels.png({ compressionLevel: 9, palette: true })
const asJpeg =
  (quality: number): Encode =>
  (pixels) =>
    pixels.jpeg({ quality, mozjpeg: true })

/** Ways to encode an image, the best first; the next one takes fewer bytes. */
const encodings: Readonly<Record<'png' | 'palette' | 'jpeg', readonly Encode[]>> = {
  png: [asLosslessPng, asPalettePng],
  // Without its palette an image would be several times as large.
  palette: [asPalettePng],
  jpeg: [asJpeg(86), asJpeg(75), asJpeg(60)],
}

async function encodeAnew(bytes: Buffer, limits: ImageLimits): Promise<ReadImage | ImageProblem> {
  // Loaded when first needed: few nodes ever read an image.
  const { default: sharp } = await import('sharp')
  // No image is read twice: what the library keeps of one, up to 50 MB, is of no use.
  sharp.cache(false)
  try {
    const { format, width, height, isPalette } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png' && format !== 'jpeg') return 'type'
    if (width * height > IMAGE_MAX_PIXELS) return 'size'
    return await encodeWithin(
      () =>
        sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
          .timeout({ seconds: TIMEOUT_SECONDS })
          .autoOrient(),
      limits,
      encodings[limits.asPng || isPalette ? 'palette' : format],
    )
  } catch {
    // The library cannot read it, whatever its first bytes say.
    return 'type'
  }
}

/** An image loses fewer bytes than pixels when it shrinks. */
const SHRINK_MARGIN = 0.95

/** Encodes an image in the first way that stays within the limits, and where none does, with fewer pixels. */
async function encodeWithin(
  read: () => Sharp,
  { maxWidth, maxHeight }: ImageLimits,
  ways: readonly Encode[],
): Promise<ReadImage> {
  const [encode = asPalettePng, ...others] = ways
  const pixels = read()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
  const { data, info } = await encode(pixels).toBuffer({ resolveWithObject: true })
  if (data.length <= IMAGE_MAX_BYTES) return { bytes: data, width: info.width, height: info.height }
  if (others.length > 0) return encodeWithin(read, { maxWidth, maxHeight }, others)
  const scale = Math.sqrt(IMAGE_MAX_BYTES / data.length) * SHRINK_MARGIN
  const smaller = { maxWidth: Math.floor(info.width * scale), maxHeight: Math.floor(info.height * scale) }
  return encodeWithin(read, smaller, [encode])
}
