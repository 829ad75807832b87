import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { oldestToDrop } from './document-rules.ts'
import type { WholeFile } from './whole-file.ts'

/** An own document as commands need it. */
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

/** A version that was taken out of a document. */
export interface LostVersion {
  /** Of the document. */
  id: number
  ownerId: number
  name: string
  version: number
  /** It was the only one: the document is gone. */
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

/** The chosen version becomes the newest; the others keep their numbers. */
const bringBack = `
  with chosen as (
    update document_versions kept set version = document.version + 1, stored_at = clock_now()
      from documents document
     where kept.document_id = $1 and kept.version = $2 and document.id = $1 and document.version <> $2
    returning kept.version, kept.size_bytes)
  update documents set version = chosen.version, size_bytes = chosen.size_bytes, stored_at = clock_now()
    from chosen where id = $1 returning id`

/** The newest version that is left becomes the present one. */
const fallBack = `
  update documents document set version = left_over.version, size_bytes = left_over.size_bytes, stored_at = left_over.stored_at
    from (select version, size_bytes, stored_at from document_versions where document_id = $1 order by version desc limit 1) left_over
   where document.id = $1 returning document.id`

const heldByFile = `
  select document.id, document.owner_id as "ownerId", document.name, kept.version
    from document_versions kept join documents document on document.id = kept.document_id
   where kept.file_id = $1 for update of document`

/** The database has refused a second document of one name. */
export const takesName = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'documents_by_name'

const held = (condition: string) =>
  `select id, name, extension, version from documents where id = $1 and owner_id = $2 ${condition} for update`

/** The tables `documents` and `document_versions`. Every statement about one names its owner. */
export function documentStore(tx: Tx) {
  return {
    /** An own document outside of the trash, held until the transaction ends. */
    findOwn: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await ask<OwnDocument>(tx, 'hold-document', held('and trashed_at is null'), [id, ownerId]))[0],
    findTrashed: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await ask<OwnDocument>(tx, 'hold-trashed-document', held('and trashed_at is not null'), [id, ownerId]))[0],
    /** In the trash or not. */
    findAny: async (ownerId: number, id: number): Promise<OwnDocument | undefined> =>
      (await ask<OwnDocument>(tx, 'hold-any-document', held(''), [id, ownerId]))[0],
    /** The id of the new document; undefined where there is one of that name. */
    add: async ({ ownerId, name, extension, file }: NewDocument): Promise<number | undefined> =>
      (await ask<{ id: number }>(tx, 'add-document', add, [ownerId, name, extension, file.bytes, file.id]))[0]?.id,
    /** Adds a version and forgets those that are too many; returns the files of these. */
    addVersion: async (documentId: number, file: WholeFile): Promise<string[]> => {
      const [added] = await ask<{ version: number }>(tx, 'add-version', addVersion, [documentId, file.bytes, file.id])
      const gone = await ask<{ file_id: string }>(
        tx,
        'drop-versions',
        'delete from document_versions where document_id = $1 and version <= $2 returning file_id',
        [documentId, oldestToDrop(added?.version ?? 0)],
      )
      return gone.map(({ file_id: fileId }) => fileId)
    },
    /** False: there is no such earlier version. */
    bringBack: async (documentId: number, version: number): Promise<boolean> =>
      (await ask(tx, 'bring-back-version', bringBack, [documentId, version])).length > 0,
    trash: async (documentId: number): Promise<void> => {
      await ask(tx, 'trash-document', 'update documents set trashed_at = clock_now() where id = $1', [documentId])
    },
    /** False: another document has taken the name. */
    restore: async (documentId: number): Promise<boolean> => {
      const restored = await ask(
        tx,
        'restore-document',
        `update documents document set trashed_at = null
          where id = $1 and not exists (
            select from documents other where other.owner_id = document.owner_id
               and lower(other.name) = lower(document.name) and other.trashed_at is null)
         returning id`,
        [documentId],
      )
      return restored.length > 0
    },
    /** Takes the version with this file out of its document; undefined where it is in none any more. */
    removeVersionOf: async (fileId: string): Promise<LostVersion | undefined> => {
      const [found] = await ask<Omit<LostVersion, 'isGone'>>(tx, 'hold-document-of-file', heldByFile, [fileId])
      if (!found) return undefined
      await ask(tx, 'remove-version', 'delete from document_versions where file_id = $1', [fileId])
      const isLeft = (await ask(tx, 'fall-back', fallBack, [found.id])).length > 0
      if (!isLeft) await ask(tx, 'remove-empty-document', 'delete from documents where id = $1', [found.id])
      return { ...found, isGone: !isLeft }
    },
    /** Deletes documents with all versions; returns their files. */
    remove: async (documentIds: readonly number[]): Promise<string[]> => {
      const files = await ask<{ file_id: string }>(
        tx,
        'files-of-documents',
        'select file_id from document_versions where document_id = any($1)',
        [documentIds],
      )
      await ask(tx, 'remove-documents', 'delete from documents where id = any($1)', [documentIds])
      return files.map(({ file_id: fileId }) => fileId)
    },
  }
}
