import type { Application } from '@portico/contract/catalog-records.ts'
import type { SentApplication } from '@portico/contract/catalog.ts'
import {
  applicationIssues,
  type CatalogIssue,
  plainSearchItem,
  PORTAL_SYSTEM_ID,
  searchItemIssues,
  type SearchItemValues,
} from '@portico/contract/catalog-rules.ts'
import { everything } from '../../db/scope.ts'
import { Answer, Refusal, refuseField, type StandardRefusal, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Sentence, sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { emptyRow, mergedRow } from './application-row.ts'
import { type ApplicationRow, applicationStore, type LockedRow } from './application-store.ts'
import { notFound, refuseBroken, refuseStaleRecord } from './catalog-refusals.ts'

export interface CatalogDeps {
  transact: Transact<'audit' | 'grants' | 'tx' | 'undo'>
}
export type CatalogStores = Pick<Stores, 'audit' | 'tx' | 'undo'>

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

async function placeRefusal({ tx }: CatalogStores, { systemId, sectionId }: ApplicationRow) {
  const { hasSystem, hasSection } = await applicationStore(tx).lockPlace(systemId, sectionId)
  if (!hasSystem) return refuseField('system', sentences.application_system_unknown)
  return hasSection ? null : refuseField('section', sentences.application_section_unknown)
}

const record = (
  { audit }: CatalogStores,
  by: CallContext,
  id: number,
  { before, after }: { before: object | null; after: object | null },
) => audit.change(by, { event: 'application_changed', kind: 'page', id, clientId: null }, before, after)

async function saved({ tx }: CatalogStores, id: number, message: Sentence) {
  return new Answer((await applicationStore(tx).find(id)) as Application, { message })
}

/** Adds an application with the defaults of what is not stated (CATA-052..058). */
export function addApplication({ transact }: CatalogDeps, by: CallContext, sent: SentApplication) {
  const row = mergedRow(emptyRow, sent)
  const items = plainItems(sent.applicationSubLinks) ?? []
  const refusal = refuseBroken([...issuesOf(row), ...itemIssues(items)])
  if (refusal) return refusal
  if (row.systemId === PORTAL_SYSTEM_ID) return refuseField('system', sentences.application_system_fixed)
  return transact(everything, async (stores) => {
    const store = applicationStore(stores.tx)
    const missing = await placeRefusal(stores, row)
    if (missing) return missing
    const id = await store.add(row, by.caller.user.id)
    await store.replaceItems(id, items)
    record(stores, by, id, { before: null, after: { ...row, searchItems: items } })
    return saved(stores, id, sentences.application_added)
  })
}

/** An application that may be changed, of the version that the caller knows. */
export async function lockApplication(
  { tx }: Pick<Stores, 'tx'>,
  id: number,
  version: number | undefined,
): Promise<LockedRow<ApplicationRow> | StandardRefusal> {
  const locked = await applicationStore(tx).lock(id)
  if (!locked) return notFound()
  return isStaleVersion(version, locked.version) ? refuseStaleRecord(locked) : locked
}

/** Changes what is stated of an application (decision A10). */
export function updateApplication(
  { transact }: CatalogDeps,
  by: CallContext,
  { appId, sent }: { appId: number; sent: SentApplication },
) {
  return transact(everything, async (stores) => {
    const store = applicationStore(stores.tx)
    const locked = await lockApplication(stores, appId, sent.version)
    if (locked instanceof Refusal) return locked
    const before = await store.itemsOf(appId)
    const row = mergedRow(locked.row, sent)
    const items = plainItems(sent.applicationSubLinks)
    const refusal = refuseBroken([...issuesOf(row), ...itemIssues(items ?? [])]) ?? fixedRefusal(locked.row, row)
    if (refusal) return refusal
    const missing = await placeRefusal(stores, row)
    if (missing) return missing
    const after = { ...row, searchItems: items ?? before }
    if (record(stores, by, appId, { before: { ...locked.row, searchItems: before }, after })) {
      await store.change({ id: appId, version: locked.version }, row, by.caller.user.id)
      if (items) await store.replaceItems(appId, items)
    }
    return saved(stores, appId, sentences.application_saved)
  })
}

/** Replaces the search items of an application. */
export function saveSearchItems(
  { transact }: CatalogDeps,
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
  return transact(everything, async (stores) => {
    const store = applicationStore(stores.tx)
    const locked = await lockApplication(stores, appId, version)
    if (locked instanceof Refusal) return locked
    const before = await store.itemsOf(appId)
    if (record(stores, by, appId, { before: { searchItems: before }, after: { searchItems: items } })) {
      await store.change({ id: appId, version: locked.version }, {}, by.caller.user.id)
      await store.replaceItems(appId, items)
    }
    return saved(stores, appId, sentences.search_items_saved)
  })
}
