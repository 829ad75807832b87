import { IMAGE_MAX_PIXELS } from '@portico/contract/brand-rules.ts'

/** The size that an image has at most after it was read; larger ones shrink, and keep their proportions. */
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

async function encodeAnew(
  bytes: Buffer,
  { maxWidth, maxHeight, asPng }: ImageLimits,
): Promise<ReadImage | ImageProblem> {
  // Loaded when first needed: few nodes ever read an image.
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height, isPalette } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (format !== 'png' && format !== 'jpeg') return 'type'
    if (width * height > IMAGE_MAX_PIXELS) return 'size'
    const pixels = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
    const encoded =
      format === 'png' || asPng
        ? // Without its palette an image would be several times as large.
          pixels.png({ compressionLevel: 9, palette: asPng === true || isPalette })
        : pixels.jpeg({ quality: 86, mozjpeg: true })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    // The library cannot read it, whatever its first bytes say.
    return 'type'
  }
}
