import { DOCUMENT_QUOTA } from '@portico/contract/documents.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import type { WholeFile } from './whole-file.ts'

/** An upload that has not been heard of for so long is given up. */
const PATIENCE = `interval '15 minutes'`

const announce = `insert into stored_files (id, owner_id, given_up_at) values ($1, $2, clock_now() + ${PATIENCE})`

/** The file first, then its owner's space. Both or, by the caller's refusal, neither. */
const reserve = `
  with file as (
    update stored_files set bytes = bytes + $2, given_up_at = clock_now() + ${PATIENCE}
     where id = $1 and state = 'arriving' returning owner_id),
  space as (
    insert into document_spaces as known (user_id, used_bytes)
    select owner_id, $2 from file where $2 <= $3
    on conflict (user_id) do update set used_bytes = known.used_bytes + excluded.used_bytes
     where known.used_bytes + excluded.used_bytes <= $3
    returning 1)
  select 1 from space`

const keep = `
  with file as (
    update stored_files kept set state = 'kept', bytes = $2, sha256 = $3, is_scanned = $4, awaits_scan = $5
      from stored_files before
     where kept.id = $1 and before.id = kept.id and kept.state = 'arriving'
    returning kept.owner_id, before.bytes - kept.bytes as excess),
  space as (
    update document_spaces known set used_bytes = known.used_bytes - file.excess from file where known.user_id = file.owner_id)
  select 1 from file`

/** Spaces of several people are held in the order of their ids. */
const drop = `
  with file as (
    update stored_files set state = 'dropped' where id = any($1) and state <> 'dropped' returning owner_id, bytes),
  freed as (select owner_id, sum(bytes)::bigint as bytes from file group by owner_id),
  held as materialized (
    select user_id from document_spaces where user_id in (select owner_id from freed) order by user_id for no key update),
  space as (
    update document_spaces known set used_bytes = known.used_bytes - freed.bytes
      from held join freed on freed.owner_id = held.user_id
     where known.user_id = held.user_id)
  select 1 from file`

const giveUp = `
  select id from stored_files where state = 'arriving' and given_up_at < clock_now()
   order by given_up_at limit $1 for update skip locked`

/**
 * The tables `stored_files` and `document_spaces`, which change together. Everybody locks in one order, so that
 * nobody waits in a ring: the document, then files, then space, after which nothing else is waited for. Only a
 * file that arrives may be held before its document, as nobody else has one yet.
 */
export function storedFileStore(tx: Tx) {
  const dropAll = async (ids: readonly string[]): Promise<void> => {
    if (ids.length > 0) await ask(tx, 'drop-files', drop, [ids])
  }
  return {
    announce: async (id: string, ownerId: number): Promise<void> => {
      await ask(tx, 'announce-file', announce, [id, ownerId])
    },
    /** Takes space for an arriving file. False: there is none, and the transaction has to be undone. */
    reserve: async (id: string, bytes: number): Promise<boolean> =>
      (await ask(tx, 'reserve-space', reserve, [id, bytes, DOCUMENT_QUOTA])).length > 0,
    /** False: the file was given up meanwhile. */
    holdArriving: async (id: string): Promise<boolean> =>
      (
        await ask(
          tx,
          'hold-arriving-file',
          `select 1 from stored_files where id = $1 and state = 'arriving' for no key update`,
          [id],
        )
      ).length > 0,
    /** Settles what an arriving file takes. False: it was given up meanwhile. */
    keep: async ({ id, bytes, sha256, isScanned, awaitsScan }: WholeFile): Promise<boolean> =>
      (await ask(tx, 'keep-file', keep, [id, bytes, sha256, isScanned, awaitsScan])).length > 0,
    /** Gives back the space; the files themselves follow. */
    drop: dropAll,
    /** Drops arriving files of which nobody has heard for a while; says how many. */
    giveUpSilent: async (most: number): Promise<number> => {
      const silent = await ask<{ id: string }>(tx, 'silent-uploads', giveUp, [most])
      await dropAll(silent.map(({ id }) => id))
      return silent.length
    },
    findDropped: async (most: number): Promise<string[]> => {
      const found = await ask<{ id: string }>(
        tx,
        'dropped-files',
        `select id from stored_files where state = 'dropped' limit $1`,
        [most],
      )
      return found.map(({ id }) => id)
    },
    /** Kept files that were stored unscanned, those behind this id. */
    findAwaitingScan: async (after: string, most: number): Promise<string[]> => {
      const found = await ask<{ id: string }>(
        tx,
        'files-to-scan',
        `select id from stored_files where awaits_scan and state = 'kept' and id > $1 order by id limit $2`,
        [after, most],
      )
      return found.map(({ id }) => id)
    },
    noteScanned: async (id: string): Promise<void> => {
      await ask(tx, 'file-scanned', 'update stored_files set is_scanned = true, awaits_scan = false where id = $1', [
        id,
      ])
    },
    /** The file is gone. */
    forget: async (id: string): Promise<void> => {
      await ask(tx, 'forget-file', `delete from stored_files where id = $1 and state = 'dropped'`, [id])
    },
  }
}
