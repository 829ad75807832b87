import { DOCUMENT_VERSIONS } from '@portico/contract/documents.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { WholeFile } from './document-rules.ts'

/** The caller's document as commands need it. */
export interface OwnDocument {
  id: number
  name: string
  extension: string
  version: number
}

export interface NewDocument {
  ownerId: number
  name: string
  extension: string
  file: WholeFile
}

/** A version that was removed from a document. */
export interface LostVersion {
  /** Id of the document. */
  id: number
  ownerId: number
  name: string
  version: number
  /** True: it was the only version, and the document is deleted. */
  isGone: boolean
}

const add = `
  with document as (
    insert into documents (owner_id, name, extension, size_bytes) values ($1, $2, $3, $4)
    on conflict (owner_id, lower(name)) where trashed_at is null do nothing
    returning id, version, size_bytes)
  insert into document_versions (document_id, version, file_id, size_bytes)
  select id, version, $5, size_bytes from document returning document_id as id`

const addVersion = `
  with document as (
    update documents set version = version + 1, size_bytes = $2, stored_at = clock_now()
     where id = $1 returning id, version)
  insert into document_versions (document_id, version, file_id, size_bytes)
  select id, version, $3, $2 from document returning version`

/** Restored versions leave gaps in the numbers, so rows are counted. */
const dropOldVersions = `
  delete from document_versions where document_id = $1 and version not in (
    select version from document_versions where document_id = $1 order by version desc limit $2)
  returning file_id`

/** The chosen version becomes the newest; the others keep their numbers. */
const restoreVersion = `
  with chosen as (
    update document_versions kept set version = document.version + 1, stored_at = clock_now()
      from documents document
     where kept.document_id = $1 and kept.version = $2 and document.id = $1 and document.version <> $2
    returning kept.version, kept.size_bytes)
  update documents set version = chosen.version, size_bytes = chosen.size_bytes, stored_at = clock_now()
    from chosen where id = $1 returning id`

/** The newest remaining version becomes the current one. */
const promoteLatest = `
  update documents document set version = left_over.version, size_bytes = left_over.size_bytes, stored_at = left_over.stored_at
    from (select version, size_bytes, stored_at from document_versions where document_id = $1 order by version desc limit 1) left_over
   where document.id = $1 returning document.id`

const heldByFile = `
  select document.id, document.owner_id as "ownerId", document.name, kept.version
    from document_versions kept join documents document on document.id = kept.document_id
   where kept.file_id = $1 for update of document`

/** True when the database refused a second document of one name. */
export const isNameConflict = (error: unknown): boolean => isUniqueViolation(error, 'documents_by_name')

const held = (condition: string) =>
  `select id, name, extension, version from documents where id = $1 and owner_id = $2 ${condition} for update`

/** The tables `documents` and `document_versions`. Every statement about a document names its owner. */
export function documentStore(tx: Tx) {
  return {
    /** Returns the owner's document outside of the trash, locked until the transaction ends. */
    findOwn: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await query<OwnDocument>(tx, held('and trashed_at is null'), [id, ownerId]))[0],
    findTrashed: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await query<OwnDocument>(tx, held('and trashed_at is not null'), [id, ownerId]))[0],
    /** In the trash or not. */
    findAny: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await query<OwnDocument>(tx, held(''), [id, ownerId]))[0],
    /** Returns the id of the new document; undefined when the name exists. */
    add: async ({ ownerId, name, extension, file }: NewDocument): Promise<number | undefined> =>
      (await query<{ id: number }>(tx, add, [ownerId, name, extension, file.bytes, file.id]))[0]?.id,
    /** Adds a version and deletes all but the newest DOCUMENT_VERSIONS; returns the files of the deleted ones. */
    addVersion: async (documentId: number, file: WholeFile): Promise<string[]> => {
      await query(tx, addVersion, [documentId, file.bytes, file.id])
      const gone = await query<{ file_id: string }>(tx, dropOldVersions, [documentId, DOCUMENT_VERSIONS])
      return gone.map(({ file_id: fileId }) => fileId)
    },
    /** Returns false when there is no such earlier version. */
    restoreVersion: async (documentId: number, version: number): Promise<boolean> =>
      (await query(tx, restoreVersion, [documentId, version])).length > 0,
    trash: async (documentId: number): Promise<void> => {
      await query(tx, 'update documents set trashed_at = clock_now() where id = $1', [documentId])
    },
    /** Returns false when another document has taken the name. */
    restore: async (documentId: number): Promise<boolean> => {
      const restored = await query(
        tx,
        `update documents document set trashed_at = null
          where id = $1 and not exists (
            select from documents other where other.owner_id = document.owner_id
               and lower(other.name) = lower(document.name) and other.trashed_at is null)
         returning id`,
        [documentId],
      )
      return restored.length > 0
    },
    /** Removes the version with this file from its document; undefined when no document has it. */
    removeVersionOf: async (fileId: string): Promise<LostVersion | undefined> => {
      const [found] = await query<Omit<LostVersion, 'isGone'>>(tx, heldByFile, [fileId])
      if (!found) return undefined
      await query(tx, 'delete from document_versions where file_id = $1', [fileId])
      const isLeft = (await query(tx, promoteLatest, [found.id])).length > 0
      if (!isLeft) await query(tx, 'delete from documents where id = $1', [found.id])
      return { ...found, isGone: !isLeft }
    },
    /** Deletes documents with all versions; returns their files. */
    remove: async (documentIds: readonly number[]): Promise<string[]> => {
      const files = await query<{ file_id: string }>(
        tx,
        'select file_id from document_versions where document_id = any($1)',
        [documentIds],
      )
      await query(tx, 'delete from documents where id = any($1)', [documentIds])
      return files.map(({ file_id: fileId }) => fileId)
    },
  }
}
