import { DOCUMENT_VERSIONS } from '@portico/contract/documents/documents.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import type { Tx } from '../../db/database.ts'
import type { WholeFile } from './document-rules.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, type RowOf, statement, text, uuid } from '../../db/statement.ts'

/** The caller's document as commands need it. */
export type OwnDocument = RowOf<typeof findOwnDocumentStatement>

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

const add = statement([int, text, text, int, uuid], {
  name: 'documents: add',
  text: `
  with document as (
    insert into documents (owner_id, name, extension, size_bytes) values ($1, $2, $3, $4)
    on conflict (owner_id, lower(name)) where trashed_at is null do nothing
    returning id, version, size_bytes)
  insert into document_versions (document_id, version, file_id, size_bytes)
  select id, version, $5, size_bytes from document returning document_id as id`,
  row: { id: int },
})

const addVersion = statement([int, int, uuid], {
  name: 'documents: add version',
  text: `
  with document as (
    update documents set version = version + 1, size_bytes = $2, stored_at = clock_now()
     where id = $1 returning id, version)
  insert into document_versions (document_id, version, file_id, size_bytes)
  select id, version, $3, $2 from document returning version`,
  row: { version: int },
})

/** Restored versions leave gaps in the numbers, so rows are counted. */
const dropOldVersions = statement([int, int], {
  name: 'documents: drop old versions',
  text: `
  delete from document_versions where document_id = $1 and version not in (
    select version from document_versions where document_id = $1 order by version desc limit $2)
  returning file_id as "fileId"`,
  row: { fileId: uuid },
})

/** The chosen version becomes the newest; the others keep their numbers. */
const restoreVersion = statement([int, int], {
  name: 'documents: restore version',
  text: `
  with chosen as (
    update document_versions kept set version = document.version + 1, stored_at = clock_now()
      from documents document
     where kept.document_id = $1 and kept.version = $2 and document.id = $1 and document.version <> $2
    returning kept.version, kept.size_bytes)
  update documents set version = chosen.version, size_bytes = chosen.size_bytes, stored_at = clock_now()
    from chosen where id = $1 returning id`,
  row: { id: int },
})

/** The newest remaining version becomes the current one. */
const promoteLatest = statement([int], {
  name: 'documents: promote latest',
  text: `
  update documents document set version = left_over.version, size_bytes = left_over.size_bytes, stored_at = left_over.stored_at
    from (select version, size_bytes, stored_at from document_versions where document_id = $1 order by version desc limit 1) left_over
   where document.id = $1 returning document.id`,
  row: { id: int },
})

const heldByFile = statement([uuid], {
  name: 'documents: held by file',
  text: `
  select document.id, document.owner_id as "ownerId", document.name, kept.version
    from document_versions kept join documents document on document.id = kept.document_id
   where kept.file_id = $1 for update of document`,
  row: { id: int, ownerId: int, name: text, version: int },
})

/** True when the database refused a second document of one name. */
export const isNameConflict = (error: unknown): boolean => isUniqueViolation(error, 'documents_by_name')

const held = (condition: string) =>
  `select id, name, extension, version from documents where id = $1 and owner_id = $2 ${condition} for update`

// The tables `documents` and `document_versions`. Every statement about a document names its owner.

const findOwnDocumentStatement = statement([int, int], {
  name: 'documents: find own document',
  text: held('and trashed_at is null'),
  row: { id: int, name: text, extension: text, version: int },
})

/** Returns the owner's document outside of the trash, locked until the transaction ends. */
export const findOwnDocument = async (tx: Tx, ownerId: number, id: number): Promise<OwnDocument | undefined> =>
  await runFirst(tx, findOwnDocumentStatement(id, ownerId))

const findTrashedDocumentStatement = statement([int, int], {
  name: 'documents: find trashed document',
  text: held('and trashed_at is not null'),
  row: { id: int, name: text, extension: text, version: int },
})

export const findTrashedDocument = async (tx: Tx, ownerId: number, id: number): Promise<OwnDocument | undefined> =>
  await runFirst(tx, findTrashedDocumentStatement(id, ownerId))

const findAnyDocumentStatement = statement([int, int], {
  name: 'documents: find any document',
  text: held(''),
  row: { id: int, name: text, extension: text, version: int },
})

/** In the trash or not. */
export const findAnyDocument = async (tx: Tx, ownerId: number, id: number): Promise<OwnDocument | undefined> =>
  await runFirst(tx, findAnyDocumentStatement(id, ownerId))

/** Returns the id of the new document; undefined when the name exists. */
export const insertDocument = async (
  tx: Tx,
  { ownerId, name, extension, file }: NewDocument,
): Promise<number | undefined> => (await runFirst(tx, add(ownerId, name, extension, file.bytes, file.id)))?.id

/** Adds a version and deletes all but the newest DOCUMENT_VERSIONS; returns the files of the deleted ones. */
export async function addDocumentVersion(tx: Tx, documentId: number, file: WholeFile): Promise<string[]> {
  await run(tx, addVersion(documentId, file.bytes, file.id))
  const gone = await run(tx, dropOldVersions(documentId, DOCUMENT_VERSIONS))
  return gone.map(({ fileId }) => fileId)
}

/** Returns false when there is no such earlier version. */
export const restoreDocumentVersion = async (tx: Tx, documentId: number, version: number): Promise<boolean> =>
  (await run(tx, restoreVersion(documentId, version))).length > 0

const updateDocuments = statement([int], {
  name: 'documents: update documents',
  text: 'update documents set trashed_at = clock_now() where id = $1',
})

export async function moveToTrash(tx: Tx, documentId: number): Promise<void> {
  await run(tx, updateDocuments(documentId))
}

const updateDocumentsForUntrashDocument = statement([int], {
  name: 'documents: update documents for untrash document',
  text: `update documents document set trashed_at = null
          where id = $1 and not exists (
            select from documents other where other.owner_id = document.owner_id
               and lower(other.name) = lower(document.name) and other.trashed_at is null)
         returning id`,
  row: { id: int },
})

/** Returns false when another document has taken the name. */
export async function untrashDocument(tx: Tx, documentId: number): Promise<boolean> {
  const restored = await run(tx, updateDocumentsForUntrashDocument(documentId))
  return restored.length > 0
}

const deleteDocumentVersions = statement([uuid], {
  name: 'documents: delete document versions',
  text: 'delete from document_versions where file_id = $1',
})

const deleteDocumentsForRemoveVersionOfFile = statement([int], {
  name: 'documents: delete documents for remove version of file',
  text: 'delete from documents where id = $1',
})

/** Removes the version with this file from its document; undefined when no document has it. */
export async function removeVersionOfFile(tx: Tx, fileId: string): Promise<LostVersion | undefined> {
  const found = await runFirst(tx, heldByFile(fileId))
  if (!found) return undefined
  await run(tx, deleteDocumentVersions(fileId))
  const isLeft = (await run(tx, promoteLatest(found.id))).length > 0
  if (!isLeft) await run(tx, deleteDocumentsForRemoveVersionOfFile(found.id))
  return { ...found, isGone: !isLeft }
}

const selectDocumentVersions = statement([arrayOf(int)], {
  name: 'documents: select document versions',
  text: 'select file_id as "fileId" from document_versions where document_id = any($1)',
  row: { fileId: uuid },
})

const deleteDocumentsForDeleteDocuments = statement([arrayOf(int)], {
  name: 'documents: delete documents for delete documents',
  text: 'delete from documents where id = any($1)',
})

/** Deletes documents with all versions; returns their files. */
export async function deleteDocuments(tx: Tx, documentIds: readonly number[]): Promise<string[]> {
  const files = await run(tx, selectDocumentVersions(documentIds))
  await run(tx, deleteDocumentsForDeleteDocuments(documentIds))
  return files.map(({ fileId }) => fileId)
}
