import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, type RowOf, statement, text, uuid } from '../../db/statement.ts'

/** One content of a published file. */
export type LockedFile = RowOf<typeof lockFileNamedStatement>

export interface NewFile {
  name: string
  extension: string
  storedFileId: string
  sizeBytes: number
  storedBy: number
}

const held = `
  select file.id, file.name, file.extension, file.size_bytes as "sizeBytes", file.stored_at as "storedAt",
         file.stored_by as "storedBy",
         ${userNameSql('file.stored_by')} as "storedByName"
    from published_files file`

const add = statement([text, text, uuid, int, int], {
  name: 'files: add',
  text: `
  insert into published_files (name, extension, file_id, size_bytes, stored_by) values ($1, $2, $3, $4, $5)
  on conflict (lower(name)) where removed_at is null do nothing returning id`,
  row: { id: int },
})

/** Another file may have taken the name. */
const restore = statement([int], {
  name: 'files: restore',
  text: `
  update published_files file set removed_at = null
   where id = $1 and removed_at is not null and not exists (
     select from published_files other where lower(other.name) = lower(file.name) and other.removed_at is null)
  returning id`,
  row: { id: int },
})

const removeOld = statement([int], {
  name: 'files: remove old',
  text: `
  delete from published_files where id = any (array(
    select id from published_files where removed_at < clock_now() - interval '1 day' order by removed_at limit $1
       for update skip locked))
  returning file_id as "fileId"`,
  row: { fileId: uuid },
})

// The table `published_files`.

const lockFileNamedRow = {
  id: int,
  name: text,
  extension: text,
  sizeBytes: int,
  storedAt: instant,
  storedBy: int,
  storedByName: text,
}

const lockFileNamedStatement = statement([text], {
  name: 'files: lock file named',
  text: `${held} where lower(file.name) = lower($1) and file.removed_at is null for no key update of file`,
  row: lockFileNamedRow,
})

/** The file that has this name now, in any case; locked until the transaction ends. */
export const lockFileNamed = async (tx: Tx, name: string): Promise<LockedFile | undefined> =>
  (await run(tx, lockFileNamedStatement(name)))[0]

const lockPublishedFileStatement = statement([int], {
  name: 'files: lock published file',
  text: `${held} where file.id = $1 for no key update of file`,
  row: lockFileNamedRow,
})

/** A content, also one that was removed; locked until the transaction ends. */
export const lockPublishedFile = async (tx: Tx, id: number): Promise<LockedFile | undefined> =>
  await runFirst(tx, lockPublishedFileStatement(id))

/** Returns the id; undefined when the name is taken. */
export const addPublishedFile = async (
  tx: Tx,
  { name, extension, storedFileId, sizeBytes, storedBy }: NewFile,
): Promise<number | undefined> => (await runFirst(tx, add(name, extension, storedFileId, sizeBytes, storedBy)))?.id

const updatePublishedFiles = statement([int], {
  name: 'files: update published files',
  text: 'update published_files set removed_at = clock_now() where id = $1 and removed_at is null returning id',
  row: { id: int },
})

/** Returns false when it was removed before. */
export const removePublishedFile = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, updatePublishedFiles(id))).length > 0

/** Returns false when the name is taken, or the content is gone. */
export const restorePublishedFile = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, restore(id))).length > 0

/** Deletes contents that were removed more than a day ago; returns their stored files. */
export const removeOldPublishedFiles = async (tx: Tx, limit: number): Promise<string[]> =>
  (await run(tx, removeOld(limit))).map(({ fileId }) => fileId)

const deletePublishedFiles = statement([uuid], {
  name: 'files: delete published files',
  text: 'delete from published_files where file_id = $1 returning id, name, stored_by as "storedBy"',
  row: { id: int, name: text, storedBy: int },
})

/** Deletes the content with this stored file; undefined when no file has it. */
export const removeInfectedPublishedFile = async (
  tx: Tx,
  storedFileId: string,
): Promise<Pick<LockedFile, 'id' | 'name' | 'storedBy'> | undefined> =>
  (await run(tx, deletePublishedFiles(storedFileId)))[0]
