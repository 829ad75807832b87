import { createHash, randomUUID } from 'node:crypto'
import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { recordAudit } from '../../areas/audit/audit-store.ts'
import {
  announceFile,
  insertFormerDocument,
  insertFormerShare,
  keepFile,
  reserveSpace,
} from '../../areas/documents/public.ts'
import { giveGrants } from '../../areas/grants/public.ts'
import { setFavorite } from '../../areas/home/preference-store.ts'
import { addLink } from '../../areas/links/link-store.ts'
import { storeStatus } from '../../areas/users/actions/set-status.ts'
import { takeBackErasure } from '../../areas/users/lifecycle/erasure-store.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { FileStorage } from '../../ports/file-storage/file-storage.ts'
import { StartError } from '../../start-error.ts'
import { restoreLostAccount } from './lost-account.ts'
import type { BackupPerson, BackupVersion } from './person-in-backup.ts'
import { type PlannedDocument, planRestore, type PlanTerms, type RestorePlan } from './restore-plan.ts'

export interface RestoreDeps {
  db: Db
  /** The storage of the portal. */
  storage: FileStorage
  /** The files of the backup. */
  source: Pick<FileStorage, 'open'>
  /** Names the backup in the audit trail. */
  from: string
  /** Files are scanned when they are stored. */
  scans: boolean
}

/** A copy of a file of the backup, under an id of its own. */
interface CopiedFile {
  id: string
  bytes: number
  sha256: Buffer
}

/**
 * Restores a person as planned anew: an account that is lost, files, then everything else in one transaction. Files of a restore that
 * fails are removed by `document-sweep`.
 */
export async function restorePerson(deps: RestoreDeps, person: BackupPerson, terms: PlanTerms): Promise<RestorePlan> {
  // The files of a library need its account.
  const { live, documents } = await deps.db.transact(everything, async (tx) => {
    const first = await planRestore(tx, person, terms)
    if (first.live.isLost) await restoreLostAccount(tx, person, deps.from)
    return first
  })
  const copies = new Map<string, CopiedFile>()
  for (const version of documents.flatMap(({ versions }) => versions))
    copies.set(version.fileId, await copyFile(deps, person.id, version))
  return deps.db.transact(everything, async (tx) => {
    const plan = await planRestore(tx, person, terms, new Set(copies.keys()))
    await restoreStatus(tx, plan, terms)
    const arrived: CopiedFile[] = []
    for (const planned of plan.documents)
      arrived.push(...(await restoreDocument(tx, planned, { ownerId: person.id, copies })))
    for (const link of plan.links) await addLink(tx, person.id, link)
    for (const { sectionId } of plan.favorites) await setFavorite(tx, person.id, sectionId, true)
    await giveGrants(tx, person.id, plan.grants, null)
    // Last, because no other lock is taken after that of the space of the library.
    for (const copy of arrived)
      if (!(await keepFile(tx, { ...copy, isScanned: false, awaitsScan: deps.scans })))
        throw new StartError('Copying the files took too long: nothing is restored. Try again.')
    recordAudit(tx, null, {
      event: 'person_restored',
      ...ofCommand(person.id),
      after: {
        by: `restore ${terms.kind}`,
        from: deps.from,
        documents: plan.documents.length,
        links: plan.links.length,
        favorites: plan.favorites.length,
        permissions: plan.grantNames,
      },
    })
    return { ...plan, live: { ...plan.live, isLost: live.isLost } }
  })
}

const ofCommand = (id: number) => ({
  actorId: null,
  subjectId: id,
  sessionId: null,
  target: { kind: 'user', id },
})

async function restoreStatus(tx: Tx, { live, status }: RestorePlan, { kind }: PlanTerms): Promise<void> {
  if (status === null) return
  await storeStatus(tx, null, { id: live.id, status: live.status }, status)
  recordAudit(tx, null, {
    event: 'user_updated',
    ...ofCommand(live.id),
    before: { status: live.status },
    after: { status, by: `restore ${kind}` },
  })
  if (await takeBackErasure(tx, live.id))
    recordAudit(tx, null, { event: 'erasure_taken_back', ...ofCommand(live.id), after: { by: `restore ${kind}` } })
}

async function copyFile({ db, storage, source }: RestoreDeps, ownerId: number, version: BackupVersion) {
  const id = randomUUID()
  const isRoom = await db.transact(everything, async (tx) => {
    await announceFile(tx, id, ownerId)
    if (await reserveSpace(tx, id, version.sizeBytes, DOCUMENT_QUOTA)) return true
    throw new StartError('The library has no room for its documents any more: look at the plan again.')
  })
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of (await source.open(version.fileId)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  if (isRoom) await storage.put(id, counted())
  return { id, bytes, sha256: hash.digest() }
}

/** Returns the copies of its files, which the caller keeps. */
async function restoreDocument(
  tx: Tx,
  { document, name, isIdFree, versions, shares }: PlannedDocument,
  { ownerId, copies }: { ownerId: number; copies: ReadonlyMap<string, CopiedFile> },
): Promise<CopiedFile[]> {
  const changed = () => new StartError(`${document.name} changed meanwhile: nothing is restored. Try again.`)
  const stored = versions.map(({ fileId, version, sizeBytes, storedAt }) => {
    const copy = copies.get(fileId)
    // The versions of the plan of a moment ago have been copied.
    if (!copy) throw changed()
    return { copy, row: { version, sizeBytes, storedAt, fileId: copy.id } }
  })
  const rows = stored.map(({ row }) => row)
  const id = await insertFormerDocument(tx, ownerId, { document: { ...document, name }, isIdFree, versions: rows })
  if (id === undefined) throw changed()
  for (const share of shares) await insertFormerShare(tx, id, share)
  return stored.map(({ copy }) => copy)
}
