import { type BrandImage, type BrandImageName, brandImageOf } from '@portico/contract/branding/brand-rules.ts'
import { Refusal, refuseField } from '../../http/answers.ts'
import type { NamedFile } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { type ImageLimits, type ReadImage, readImage } from '../../ports/images/read-image.ts'
import { imageLimits } from './branding-rules.ts'

/** Reads an uploaded image; one that is too large or no JPEG or PNG is refused at its field (UIGN-010..013). */
export async function readUploadedImage(
  field: string,
  { bytes }: NamedFile,
  limits: ImageLimits,
): Promise<ReadImage | ReturnType<typeof refuseField>> {
  const image = bytes === null ? 'size' : await readImage(bytes, limits)
  if (typeof image !== 'string') return image
  const message = image === 'size' ? sentences.image_size_refused : sentences.image_type_refused
  return refuseField(field, message)
}

/** Reads the images of a form, by the part of the brand that each is. */
export async function readBrandFiles(
  files: Readonly<Partial<Record<BrandImageName, NamedFile>>>,
): Promise<Map<BrandImage, Buffer> | ReturnType<typeof refuseField>> {
  const read = new Map<BrandImage, Buffer>()
  for (const [name, file] of Object.entries(files) as [BrandImageName, NamedFile][]) {
    const part = brandImageOf(name)
    const image = await readUploadedImage(name, file, imageLimits[part])
    if (image instanceof Refusal) return image
    read.set(part, image.bytes)
  }
  return read
}
