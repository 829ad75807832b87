import type { BrandImage, BrandImageName, BrandMode } from '@portico/contract/branding/brand-rules.ts'
import {
  Answer,
  Refusal,
  refuse,
  refuseFields,
  refuseStale,
  type StandardRefusal,
  isStaleVersion,
} from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { NamedFile } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { type BrandChange, type BrandParts, changedBrand, DEFAULT_PARTS, mayBrandClient } from './branding-rules.ts'
import {
  type BrandVersion,
  lockBrand,
  findCurrentBrand,
  findClientName,
  findPreviousBrand,
  putBrandImage,
  addBrandVersion,
} from './brand-store.ts'
import { readBrandFiles } from './brand-uploads.ts'
import type { Db, Tx } from '../../db/database.ts'
import { listBrandPreviews, clearBrandPreviews } from './brand-preview-store.ts'
import { auditChange } from '../audit/public.ts'

export interface BrandDeps {
  db: Db
  /** Called when a brand has changed: this node shows it at once. */
  onChanged: () => void
}

/** A form that saves a brand; see `SaveBrandForm` of the contract. */
export interface BrandForm {
  color?: string | null | undefined
  buttonColor?: string | null | undefined
  isDefault?: boolean | undefined
  isPrevious?: boolean | undefined
  webSessionId?: string | undefined
  defaultImages?: readonly BrandImage[] | undefined
  versionNbr?: number | undefined
  files: Readonly<Partial<Record<BrandImageName, NamedFile>>>
}

/** A brand with the way it came about. */
type NextBrand = BrandParts & { mode: BrandMode }

/** Saves the brand of a client, or of the portal (null), as a new version if it differs; returns the current one. */
export async function saveBrand(
  deps: BrandDeps,
  call: CallContext,
  clientId: number | null,
  form: BrandForm,
): Promise<Answer<BrandVersion | undefined> | StandardRefusal> {
  if (!(await mayReach(deps, call, clientId))) return refuse('404', sentences.not_found)
  if (form.isDefault && form.isPrevious) return refuseTwoChoices()
  const files = form.isDefault || form.isPrevious ? new Map<BrandImage, Buffer>() : await readBrandFiles(form.files)
  if (files instanceof Refusal) return files
  const saved = await deps.db.transact(adminScope(call.caller), async (tx) => {
    lockBrand(tx, clientId)
    const current = await findCurrentBrand(tx, clientId)
    if (isStaleVersion(form.versionNbr, current?.id ?? 0)) return refuseStaleBrand(current)
    const next = await nextBrand(tx, call, clientId, { current, form, files })
    if (next instanceof Refusal) return next
    return addVersion(tx, call, clientId, { current, next })
  })
  if (saved instanceof Refusal) return saved
  deps.onChanged()
  const message = clientId === null ? sentences.default_branding_saved : sentences.branding_saved
  return new Answer(saved, { message })
}

/** True for the portal's own brand, and for a client that exists and whose settings the caller may change. */
export const mayReach = async (
  { db }: { db: Db },
  { caller }: Pick<CallContext, 'caller'>,
  clientId: number | null,
): Promise<boolean> =>
  clientId === null ||
  (mayBrandClient(caller.user, clientId) &&
    (await db.read(adminScope(caller), (tx) => findClientName(tx, clientId))) !== undefined)

export const refusePrevious = (clientId: number | null) =>
  refuse('404', clientId === null ? sentences.default_branding_previous_missing : sentences.branding_previous_missing)

function refuseTwoChoices(): StandardRefusal {
  const message = sentences.branding_two_choices
  return refuseFields('422', message, [
    { field: 'isDefault', message },
    { field: 'isPrevious', message },
  ])
}

const refuseStaleBrand = (current: BrandVersion | undefined) =>
  refuseStale(
    current ?? { changedByName: null, changedAt: new Date(0) },
    sentences.branding_stale,
    sentences.branding_stale_unknown,
  )

interface Change {
  current: BrandVersion | undefined
  form: BrandForm
  files: ReadonlyMap<BrandImage, Buffer>
}

async function nextBrand(
  tx: Tx,
  { caller }: CallContext,
  clientId: number | null,
  { current, form, files }: Change,
): Promise<NextBrand | StandardRefusal> {
  if (form.isDefault) return { ...DEFAULT_PARTS, mode: 'default' }
  if (form.isPrevious) {
    const previous = await findPreviousBrand(tx, clientId)
    return previous ? { ...previous, mode: 'previous' } : refusePrevious(clientId)
  }
  const images: Partial<Record<BrandImage, string | null>> = Object.fromEntries(
    (form.defaultImages ?? []).map((part) => [part, null]),
  )
  if (form.webSessionId !== undefined) {
    const place = { sessionId: caller.sessionId, clientId, workspace: form.webSessionId }
    // An image that takes the default again stays so, whatever was previewed before.
    for (const { part, image } of await listBrandPreviews(tx, place))
      if (!(part in images)) images[part] = putBrandImage(tx, image)
    clearBrandPreviews(tx, place)
  }
  for (const [part, image] of files) images[part] = putBrandImage(tx, image)
  const change: BrandChange = { tileColor: form.color, buttonColor: form.buttonColor, images }
  return { ...changedBrand(current ?? DEFAULT_PARTS, change), mode: 'custom' }
}

/** What the audit trail compares. */
const auditState = ({ mode, tileColor, buttonColor, images }: NextBrand) => ({
  mode,
  tileColor,
  buttonColor,
  ...images,
})

async function addVersion(
  tx: Tx,
  call: CallContext,
  clientId: number | null,
  { current, next }: { current: BrandVersion | undefined; next: NextBrand },
): Promise<BrandVersion | undefined> {
  const target = clientId === null ? { kind: 'default_branding', id: 'default' } : { kind: 'client', id: clientId }
  const isDifferent = auditChange(
    tx,
    call,
    { event: 'branding_changed', ...target, clientId },
    auditState(current ?? { ...DEFAULT_PARTS, mode: 'default' }),
    auditState(next),
  )
  if (!isDifferent) return current
  await addBrandVersion(tx, clientId, next, call.caller.user.id)
  return findCurrentBrand(tx, clientId)
}
