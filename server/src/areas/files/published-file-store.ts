import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'

/** One content of a published file. */
export interface LockedFile {
  id: number
  name: string
  extension: string
  sizeBytes: number
  storedAt: Date
  storedBy: number
  storedByName: string
}

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

const add = `
  insert into published_files (name, extension, file_id, size_bytes, stored_by) values ($1, $2, $3, $4, $5)
  on conflict (lower(name)) where removed_at is null do nothing returning id`

/** Another file may have taken the name. */
const restore = `
  update published_files file set removed_at = null
   where id = $1 and removed_at is not null and not exists (
     select from published_files other where lower(other.name) = lower(file.name) and other.removed_at is null)
  returning id`

const removeOld = `
  delete from published_files where id = any (array(
    select id from published_files where removed_at < clock_now() - interval '1 day' order by removed_at limit $1
       for update skip locked))
  returning file_id`

/** The table `published_files`. */
export function publishedFileStore(tx: Tx) {
  return {
    /** The file that has this name now, in any case; locked until the transaction ends. */
    lockNamed: async (name: string): Promise<LockedFile | undefined> =>
      (
        await query<LockedFile>(
          tx,
          `${held} where lower(file.name) = lower($1) and file.removed_at is null for no key update of file`,
          [name],
        )
      )[0],
    /** A content, also one that was removed; locked until the transaction ends. */
    lock: async (id: number): Promise<LockedFile | undefined> =>
      (await query<LockedFile>(tx, `${held} where file.id = $1 for no key update of file`, [id]))[0],
    /** Returns the id; undefined when the name is taken. */
    add: async ({ name, extension, storedFileId, sizeBytes, storedBy }: NewFile): Promise<number | undefined> =>
      (await query<{ id: number }>(tx, add, [name, extension, storedFileId, sizeBytes, storedBy]))[0]?.id,
    /** Returns false when it was removed before. */
    remove: async (id: number): Promise<boolean> =>
      (
        await query(
          tx,
          'update published_files set removed_at = clock_now() where id = $1 and removed_at is null returning id',
          [id],
        )
      ).length > 0,
    /** Returns false when the name is taken, or the content is gone. */
    restore: async (id: number): Promise<boolean> => (await query(tx, restore, [id])).length > 0,
    /** Deletes contents that were removed more than a day ago; returns their stored files. */
    removeOld: async (limit: number): Promise<string[]> =>
      (await query<{ file_id: string }>(tx, removeOld, [limit])).map(({ file_id: fileId }) => fileId),
    /** Deletes the content with this stored file; undefined when no file has it. */
    removeInfected: async (storedFileId: string): Promise<Pick<LockedFile, 'id' | 'name' | 'storedBy'> | undefined> =>
      (
        await query<Pick<LockedFile, 'id' | 'name' | 'storedBy'>>(
          tx,
          'delete from published_files where file_id = $1 returning id, name, stored_by as "storedBy"',
          [storedFileId],
        )
      )[0],
  }
}
