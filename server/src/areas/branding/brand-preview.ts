import { type BrandImageName, brandImageOf } from '@portico/contract/branding/brand-rules.ts'
import { Answer, Refusal, refuse, refuseFields } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { NamedFile } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { imageLimits } from './branding-rules.ts'
import { readUploadedImage } from './brand-uploads.ts'
import { dataUrl } from './brand-view.ts'
import { type BrandDeps, mayReach } from './save-brand.ts'
import { putBrandPreview, findBrandPreview } from './brand-preview-store.ts'

/** Checks an image and keeps it for the form that is being filled in. */
export async function keepPreview(
  { db }: Pick<BrandDeps, 'db'>,
  { caller }: CallContext,
  clientId: number | null,
  {
    fieldName = 'logoImage',
    webSessionId = '',
    file,
  }: { fieldName?: BrandImageName | undefined; webSessionId?: string | undefined; file: NamedFile | undefined },
) {
  if (!(await mayReach({ db }, { caller }, clientId))) return refuse('404', sentences.not_found)
  const part = brandImageOf(fieldName)
  if (!file)
    return refuseFields('400', sentences.form_several_invalid, [{ field: 'file', message: sentences.field_required }])
  const image = await readUploadedImage('file', file, imageLimits[part])
  if (image instanceof Refusal) return image
  return db.transact(adminScope(caller), async (tx) => {
    const place = { sessionId: caller.sessionId, clientId, workspace: webSessionId }
    await putBrandPreview(tx, place, part, image.bytes)
    return new Answer({
      fieldName: part,
      widthPx: image.width,
      heightPx: image.height,
      byteCnt: image.bytes.length,
    })
  })
}

/** Returns the image that was kept last for a field. */
export async function readPreview(
  { db }: Pick<BrandDeps, 'db'>,
  { caller }: CallContext,
  clientId: number | null,
  {
    fieldName = 'logoImage',
    webSessionId = '',
  }: { fieldName?: BrandImageName | undefined; webSessionId?: string | undefined },
) {
  if (!(await mayReach({ db }, { caller }, clientId))) return refuse('404', sentences.not_found)
  const place = { sessionId: caller.sessionId, clientId, workspace: webSessionId }
  const image = await db.read(adminScope(caller), (tx) => findBrandPreview(tx, place, brandImageOf(fieldName)))
  return { image: image ? dataUrl(image) : null }
}
