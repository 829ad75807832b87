import type { personExportStates } from '@portico/contract/person-export/person-export-rules.ts'
import { OWN_EXPORT_KEPT_DAYS, PERSON_EXPORT_KEPT_HOURS } from '@portico/contract/person-export/person-export-rules.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { run, runCount, runFirst } from '../../db/run.ts'
import { bool, instant, int, nullable, present, type RowOf, statement, text, textOf, uuid } from '../../db/statement.ts'
import { dropFiles } from '../documents/public.ts'

const isKept = 'expires_at > clock_now()'

const columns = `id, state, requested_at as "requestedAt", expires_at as "expiresAt"`
const row = {
  id: int,
  state: textOf<(typeof personExportStates)[number]>(),
  requestedAt: instant,
  expiresAt: instant,
}

const newest = statement([int, int], {
  name: 'person export: newest',
  text: `
  select ${columns} from person_exports where owner_id = $1 and about_id = $2 and ${isKept}
   order by requested_at desc, id desc limit 1`,
  row,
})

export type StoredExport = RowOf<typeof newest>

/** The newest export about somebody that a user has asked for. */
export const findNewest = (tx: Tx, ownerId: number, aboutId: number): Promise<StoredExport | undefined> =>
  runFirst(tx, newest(ownerId, aboutId))

const countLately = statement([int, bool], {
  name: 'person export: count lately',
  text: `
  select count(*)::int as count from person_exports
   where owner_id = $1 and (about_id = owner_id) = $2 and requested_at > clock_now() - interval '24 hours'`,
  row: { count: int },
})

/** Exports about themselves or about others that a user has asked for in the last 24 hours. */
export const countRequested = async (tx: Tx, ownerId: number, areOwn: boolean): Promise<number> =>
  (await runFirst(tx, countLately(ownerId, areOwn)))?.count ?? 0

const replaceFinished = statement([int, int], {
  name: 'person export: replace finished',
  text: `
  with finished as (
    select id, file_id from person_exports
     where owner_id = $1 and about_id = $2 and file_id is not null and state not in ('queued', 'running') for update),
  ended as (
    update person_exports ended set state = 'replaced', file_id = null from finished where ended.id = finished.id)
  select file_id as "fileId" from finished`,
  row: { fileId: present(uuid) },
})

const insertExport = statement([int, int, text], {
  name: 'person export: add',
  text: `
  insert into person_exports (owner_id, about_id, language) values ($1, $2, $3)
  on conflict (owner_id, about_id) where state in ('queued', 'running') do nothing returning ${columns}`,
  row,
})

/** Adds an export in the place of earlier ones. Undefined: one is under way. */
export async function addExport(
  tx: Tx,
  ownerId: number,
  aboutId: number,
  language: Language,
): Promise<StoredExport | undefined> {
  const added = await runFirst(tx, insertExport(ownerId, aboutId, language))
  if (!added) return undefined
  const replaced = await run(tx, replaceFinished(ownerId, aboutId))
  await dropFiles(
    tx,
    replaced.map(({ fileId }) => fileId),
  )
  return added
}

const lockUnderWay = statement([int], {
  name: 'person export: lock under way',
  text: `
  select id, owner_id as "ownerId", about_id as "aboutId", file_id as "fileId", language, attempt
    from person_exports where id = $1 and state in ('queued', 'running') and ${isKept} for update`,
  row: {
    id: int,
    ownerId: int,
    aboutId: int,
    fileId: nullable(uuid),
    language: textOf<Language>(),
    attempt: int,
  },
})

const setRunning = statement([int, uuid], {
  name: 'person export: set running',
  text: `update person_exports set state = 'running', attempt = attempt + 1, file_id = $2 where id = $1`,
})

export type ExportUnderWay = RowOf<typeof lockUnderWay>

/** Begins a try that writes this file, without that of an earlier one; undefined where there is nothing to do. */
export async function beginTry(tx: Tx, id: number, fileId: string): Promise<ExportUnderWay | undefined> {
  const found = await runFirst(tx, lockUnderWay(id))
  if (!found) return undefined
  await run(tx, setRunning(id, fileId))
  if (found.fileId !== null) await dropFiles(tx, [found.fileId])
  return found
}

const setReady = statement([int, uuid, int, int], {
  name: 'person export: set ready',
  text: `
  update person_exports set state = 'ready', completed_at = clock_now(),
         expires_at = clock_now() + case when about_id = owner_id then make_interval(days => $4) else make_interval(hours => $3) end
   where id = $1 and file_id = $2 and state = 'running' returning expires_at as "expiresAt"`,
  row: { expiresAt: instant },
})

/**
 * Ends the try that wrote this file; returns until when it waits. Undefined: it is no longer the running one, or the
 * export was deleted.
 */
export const finishTry = async (tx: Tx, id: number, fileId: string): Promise<Date | undefined> =>
  (await runFirst(tx, setReady(id, fileId, PERSON_EXPORT_KEPT_HOURS, OWN_EXPORT_KEPT_DAYS)))?.expiresAt

const setFailed = statement([int], {
  name: 'person export: set failed',
  text: `
  with found as (select id, file_id from person_exports where id = $1 and state in ('queued', 'running') for update),
  failed as (
    update person_exports failed set state = 'failed', completed_at = clock_now(), file_id = null
      from found where failed.id = found.id)
  select file_id as "fileId" from found`,
  row: { fileId: nullable(uuid) },
})

/** Gives an export up, with the file of its last try. */
export async function failExport(tx: Tx, id: number): Promise<void> {
  const files = (await run(tx, setFailed(id))).flatMap(({ fileId }) => fileId ?? [])
  await dropFiles(tx, files)
}

const readyFile = statement([int, int, int], {
  name: 'person export: ready file',
  text: `
  select file_id as "fileId" from person_exports
   where id = $1 and owner_id = $2 and about_id = $3 and state = 'ready' and file_id is not null and ${isKept}`,
  row: { fileId: present(uuid) },
})

/** The archive of a finished export; undefined where it is not the owner's, was downloaded, or its time is over. */
export const findReadyFile = async (
  tx: Tx,
  id: number,
  { ownerId, aboutId }: { ownerId: number; aboutId: number },
): Promise<string | undefined> => (await runFirst(tx, readyFile(id, ownerId, aboutId)))?.fileId

const claim = statement([int, uuid], {
  name: 'person export: claim',
  text: `
  update person_exports set state = 'downloaded', downloaded_at = clock_now()
   where id = $1 and file_id = $2 and state = 'ready' and ${isKept}`,
})

/** Uses the only download of an export up. False: somebody has. */
export const claimDownload = async (tx: Tx, id: number, fileId: string): Promise<boolean> =>
  (await runCount(tx, claim(id, fileId))) > 0

const endOld = statement([int], {
  name: 'person export: end old',
  text: `
  with old as (
    select id, file_id, ${isKept} as is_kept from person_exports
     where expires_at <= clock_now()
        or (state = 'downloaded' and file_id is not null and downloaded_at < clock_now() - interval '1 hour')
     order by id limit $1 for update skip locked),
  released as (update person_exports kept set file_id = null from old where kept.id = old.id and old.is_kept),
  gone as (delete from person_exports gone using old where gone.id = old.id and not old.is_kept)
  select file_id as "fileId" from old`,
  row: { fileId: nullable(uuid) },
})

/**
 * Ends exports whose time is over, and downloads whose node died before it removed the file; returns the files to drop.
 */
export const endOldExports = async (tx: Tx, limit: number): Promise<string[]> =>
  (await run(tx, endOld(limit))).flatMap(({ fileId }) => fileId ?? [])
