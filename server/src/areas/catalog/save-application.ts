import type { Application } from '@portico/contract/catalog/catalog-records.ts'
import type { SentApplication } from '@portico/contract/catalog/catalog.ts'
import {
  applicationIssues,
  type CatalogIssue,
  plainSearchItem,
  PORTAL_SYSTEM_ID,
  searchItemIssues,
  type SearchItemValues,
} from '@portico/contract/catalog/catalog-rules.ts'
import { everything } from '../../db/scope.ts'
import { Answer, Refusal, refuseField, type StandardRefusal, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import { emptyRow, mergedRow } from './application-row.ts'
import {
  type ApplicationRow,
  type LockedRow,
  lockPlace,
  findApplication,
  insertApplication,
  replaceSearchItems,
  lockApplicationRow,
  listSearchItems,
  changeApplication,
} from './application-store.ts'
import { mayHideScreens } from './may-hide.ts'
import { notFound, refuseBroken, refuseStaleRecord } from './catalog-refusals.ts'
import type { Db, Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'

export interface CatalogDeps {
  db: Db
}

/** The screen that would be closed to everybody for good if it were hidden. */
const THIS_SCREEN = 'Application Settings'

const issuesOf = ({ name, systemId, sectionId, location, helpLocation }: ApplicationRow) =>
  applicationIssues({
    pageNm: name,
    systemId: systemId === 0 ? null : systemId,
    sectionId,
    ccPageLocationTxt: location,
    ccHelpPageLocationTxt: helpLocation,
  })

/** What of a screen of the portal itself cannot change, and what cannot become one (docs/decisions/0026). */
function fixedRefusal(before: ApplicationRow, after: ApplicationRow) {
  const wasOwn = before.systemId === PORTAL_SYSTEM_ID
  if (after.systemId !== before.systemId && (wasOwn || after.systemId === PORTAL_SYSTEM_ID))
    return refuseField('system', sentences.application_system_fixed)
  if (wasOwn && after.name !== before.name) return refuseField('pageNm', sentences.application_name_fixed)
  return wasOwn && after.name === THIS_SCREEN && !after.isDisplayed
    ? refuseField('dispFlg', sentences.application_settings_shown)
    : null
}

/** Issues of a list of search items, at the first item that has one. */
function itemIssues(items: readonly SearchItemValues[]): readonly CatalogIssue[] {
  return items.flatMap((item, at) => searchItemIssues(item, items.slice(0, at))).slice(0, 1)
}

const plainItems = (sent: SentApplication['applicationSubLinks']): SearchItemValues[] | undefined =>
  sent?.map(({ sublinkNm, descriptionTxt = '' }) => plainSearchItem({ sublinkNm, descriptionTxt }))

/** Refuses a place that does not exist, and to hide a screen of the portal that the administrator does not hold. */
async function placeRefusal(
  tx: Tx,
  { systemId, sectionId, isDisplayed }: ApplicationRow,
  held: { before: ApplicationRow; mayHide: boolean } | null,
) {
  const { hasSystem, hasSection, isSectionHidden } = await lockPlace(tx, systemId, sectionId)
  if (!hasSystem) return refuseField('system', sentences.application_system_unknown)
  if (!hasSection) return refuseField('section', sentences.application_section_unknown)
  if (held === null || held.mayHide || systemId !== PORTAL_SYSTEM_ID) return null
  if (held.before.isDisplayed && !isDisplayed) return refuseField('dispFlg', sentences.application_screen_not_held)
  return isSectionHidden && sectionId !== held.before.sectionId
    ? refuseField('section', sentences.application_screen_not_held)
    : null
}

const record = (
  tx: Tx,
  by: CallContext,
  id: number,
  { before, after }: { before: object | null; after: object | null },
) => auditChange(tx, by, { event: 'application_changed', kind: 'page', id, clientId: null }, before, after)

async function saved(tx: Tx, id: number, message: MessageRef) {
  return new Answer((await findApplication(tx, id)) as Application, { message })
}

/** Adds an application with the defaults of what is not stated (CATA-052..058). */
export function addApplication({ db }: CatalogDeps, by: CallContext, sent: SentApplication) {
  const row = mergedRow(emptyRow, sent)
  const items = plainItems(sent.applicationSubLinks) ?? []
  const refusal = refuseBroken([...issuesOf(row), ...itemIssues(items)])
  if (refusal) return refusal
  if (row.systemId === PORTAL_SYSTEM_ID) return refuseField('system', sentences.application_system_fixed)
  return db.transact(everything, async (tx) => {
    const missing = await placeRefusal(tx, row, null)
    if (missing) return missing
    const id = await insertApplication(tx, row, by.caller.user.id)
    await replaceSearchItems(tx, id, items)
    record(tx, by, id, { before: null, after: { ...row, searchItems: items } })
    return saved(tx, id, sentences.application_added)
  })
}

/** An application that may be changed, of the version that the caller knows. */
export async function lockApplication(
  tx: Tx,
  id: number,
  version: number | undefined,
): Promise<LockedRow<ApplicationRow> | StandardRefusal> {
  const locked = await lockApplicationRow(tx, id)
  if (!locked) return notFound()
  return isStaleVersion(version, locked.version) ? refuseStaleRecord(locked) : locked
}

/** Changes what is stated of an application (decision A10). */
export async function updateApplication(
  { db }: CatalogDeps,
  by: CallContext,
  { appId, sent }: { appId: number; sent: SentApplication },
) {
  const mayHide = mayHideScreens(await by.caller.authority(), [appId])
  return db.transact(everything, async (tx) => {
    const locked = await lockApplication(tx, appId, sent.version)
    if (locked instanceof Refusal) return locked
    const before = await listSearchItems(tx, appId)
    const row = mergedRow(locked.row, sent)
    const items = plainItems(sent.applicationSubLinks)
    const refusal = refuseBroken([...issuesOf(row), ...itemIssues(items ?? [])]) ?? fixedRefusal(locked.row, row)
    if (refusal) return refusal
    const missing = await placeRefusal(tx, row, { before: locked.row, mayHide })
    if (missing) return missing
    const after = { ...row, searchItems: items ?? before }
    if (record(tx, by, appId, { before: { ...locked.row, searchItems: before }, after })) {
      await changeApplication(tx, { id: appId, version: locked.version }, row, by.caller.user.id)
      if (items) await replaceSearchItems(tx, appId, items)
    }
    return saved(tx, appId, sentences.application_saved)
  })
}

/** Replaces the search items of an application. */
export function saveSearchItems(
  { db }: CatalogDeps,
  by: CallContext,
  {
    appId,
    version,
    sent,
  }: { appId: number; version: number | undefined; sent: SentApplication['applicationSubLinks'] },
) {
  const items = plainItems(sent) ?? []
  const refusal = refuseBroken(itemIssues(items))
  if (refusal) return refusal
  return db.transact(everything, async (tx) => {
    const locked = await lockApplication(tx, appId, version)
    if (locked instanceof Refusal) return locked
    const before = await listSearchItems(tx, appId)
    if (record(tx, by, appId, { before: { searchItems: before }, after: { searchItems: items } })) {
      await changeApplication(tx, { id: appId, version: locked.version }, {}, by.caller.user.id)
      await replaceSearchItems(tx, appId, items)
    }
    return saved(tx, appId, sentences.search_items_saved)
  })
}
