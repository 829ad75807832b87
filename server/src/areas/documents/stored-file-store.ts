import type { Tx } from '../../db/database.ts'
import type { WholeFile } from './document-rules.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, bytes, int, nullable, statement, uuid } from '../../db/statement.ts'

/** Time without progress after which an upload is abandoned. */
const UPLOAD_LEASE = `interval '15 minutes'`

const announce = statement([uuid, nullable(int)], {
  name: 'documents: announce',
  text: `insert into stored_files (id, owner_id, given_up_at) values ($1, $2, clock_now() + ${UPLOAD_LEASE})`,
})

/**
 * The file first, then its owner's space. Both or, by the caller's refusal, neither. A file without an owner has the
 * whole of it to itself.
 */
const reserve = statement([uuid, int, int], {
  name: 'documents: reserve',
  text: `
  with file as (
    update stored_files set bytes = bytes + $2, given_up_at = clock_now() + ${UPLOAD_LEASE}
     where id = $1 and state = 'arriving' returning owner_id, bytes),
  space as (
    insert into document_spaces as known (user_id, used_bytes)
    select owner_id, $2 from file where owner_id is not null and $2 <= $3
    on conflict (user_id) do update set used_bytes = known.used_bytes + excluded.used_bytes
     where known.used_bytes + excluded.used_bytes <= $3
    returning 1)
  select from space union all select from file where owner_id is null and bytes <= $3`,
})

const keep = statement([uuid, int, bytes, bool, bool], {
  name: 'documents: keep',
  text: `
  with file as (
    update stored_files kept set state = 'kept', bytes = $2, sha256 = $3, is_scanned = $4, awaits_scan = $5
      from stored_files before
     where kept.id = $1 and before.id = kept.id and kept.state = 'arriving'
    returning kept.owner_id, before.bytes - kept.bytes as excess),
  space as (
    update document_spaces known set used_bytes = known.used_bytes - file.excess from file where known.user_id = file.owner_id)
  select from file`,
})

/** Spaces of several users are locked in the order of their ids. */
const drop = statement([arrayOf(uuid), bool], {
  name: 'documents: drop',
  text: `
  with file as (
    update stored_files set state = 'dropped', given_up_at = case when $2 then clock_now() else '-infinity' end
     where id = any($1) and state <> 'dropped' returning owner_id, bytes),
  freed as (select owner_id, sum(bytes)::bigint as bytes from file group by owner_id),
  held as materialized (
    select user_id from document_spaces where user_id in (select owner_id from freed) order by user_id for no key update),
  space as (
    update document_spaces known set used_bytes = known.used_bytes - freed.bytes
      from held join freed on freed.owner_id = held.user_id
     where known.user_id = held.user_id)
  select from file`,
})

const giveUp = statement([int], {
  name: 'documents: give up',
  text: `
  select id from stored_files where state = 'arriving' and given_up_at < clock_now()
   order by given_up_at limit $1 for update skip locked`,
  row: { id: uuid },
})

// The tables `stored_files` and `document_spaces`, which change together. Locks are taken in one order to avoid
// deadlocks: the document, then files, then space, after which no other lock is taken. Only an arriving file may be
// locked before its document, because no other transaction knows it yet.

/** Releases the space; the files are removed later, without being kept for a restore of the database. */
export const dropFiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await run(tx, drop(ids, false))
}

/** Releases the space of what users deleted; the files are kept for as many days as the settings say. */
export const retireFiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await run(tx, drop(ids, true))
}

const discardOf = statement([arrayOf(int)], {
  name: 'documents: discard retired files of owners',
  text: `
  update stored_files set given_up_at = '-infinity'
   where owner_id = any($1::integer[]) and state = 'dropped' and given_up_at > '-infinity'`,
})

/** What these owners deleted is kept no longer. */
export const discardRetiredFiles = async (tx: Tx, ownerIds: readonly number[]): Promise<void> => {
  await run(tx, discardOf(ownerIds))
}

/** Without an owner it uses nobody's space. */
export async function announceFile(tx: Tx, id: string, ownerId: number | null): Promise<void> {
  await run(tx, announce(id, ownerId))
}

/**
 * Reserves space for an arriving file, of at most `maxBytes` in all. Returns false when there is none; the transaction has to be rolled back.
 */
export const reserveSpace = async (tx: Tx, id: string, bytes: number, maxBytes: number): Promise<boolean> =>
  (await run(tx, reserve(id, bytes, maxBytes))).length > 0

const lockStoredFiles = statement([uuid], {
  name: 'documents: lock stored files',
  text: `select from stored_files where id = $1 and state = 'arriving' for no key update`,
})

/** Returns false when the upload was abandoned in the meantime. */
export const lockArrivingFile = async (tx: Tx, id: string): Promise<boolean> =>
  (await run(tx, lockStoredFiles(id))).length > 0

/** Settles the space of an arriving file. Returns false when the upload was abandoned in the meantime. */
export const keepFile = async (tx: Tx, { id, bytes, sha256, isScanned, awaitsScan }: WholeFile): Promise<boolean> =>
  (await run(tx, keep(id, bytes, sha256, isScanned, awaitsScan))).length > 0

/** Drops arriving files without recent progress; returns their number. */
export async function giveUpSilentFiles(tx: Tx, limit: number): Promise<number> {
  const silent = await run(tx, giveUp(limit))
  await dropFiles(
    tx,
    silent.map(({ id }) => id),
  )
  return silent.length
}

const selectStoredFiles = statement([int, int], {
  name: 'documents: select stored files',
  text: `
  select id from stored_files where state = 'dropped' and given_up_at <= clock_now() - make_interval(days => $2)
   limit $1`,
  row: { id: uuid },
})

/** Returns dropped files of which none is kept any longer. */
export async function findDroppedFiles(tx: Tx, limit: number, keptDays: number): Promise<string[]> {
  const found = await run(tx, selectStoredFiles(limit, keptDays))
  return found.map(({ id }) => id)
}

const removable = statement([arrayOf(uuid), int], {
  name: 'documents: removable files',
  text: `
  select id from stored_files
   where id = any($1) and state = 'dropped' and given_up_at <= clock_now() - make_interval(days => $2)`,
  row: { id: uuid },
})

/** Returns those of the dropped files that are kept no longer. */
export async function findRemovable(tx: Tx, ids: readonly string[], keptDays: number): Promise<string[]> {
  const found = await run(tx, removable(ids, keptDays))
  return found.map(({ id }) => id)
}

const selectStoredFilesForFindFilesAwaitingScan = statement([uuid, int], {
  name: 'documents: select stored files for find files awaiting scan',
  text: `select id from stored_files where awaits_scan and state = 'kept' and id > $1 order by id limit $2`,
  row: { id: uuid },
})

/** Returns kept files that were stored unscanned, after this id. */
export async function findFilesAwaitingScan(tx: Tx, after: string, limit: number): Promise<string[]> {
  const found = await run(tx, selectStoredFilesForFindFilesAwaitingScan(after, limit))
  return found.map(({ id }) => id)
}

const updateStoredFiles = statement([uuid], {
  name: 'documents: update stored files',
  text: 'update stored_files set is_scanned = true, awaits_scan = false where id = $1',
})

export async function noteFileScanned(tx: Tx, id: string): Promise<void> {
  await run(tx, updateStoredFiles(id))
}

const deleteStoredFiles = statement([uuid], {
  name: 'documents: delete stored files',
  text: `delete from stored_files where id = $1 and state = 'dropped'`,
})

/** Deletes the row of a removed file. */
export async function forgetFile(tx: Tx, id: string): Promise<void> {
  await run(tx, deleteStoredFiles(id))
}
