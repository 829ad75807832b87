import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { OwnerClient } from '../db/owner-connection.ts'
import { FileMissing, type FileStorage } from '../ports/file-storage/file-storage.ts'
import { noteStep } from '../progress.ts'
import { StartError } from '../start-error.ts'

/** A stored file and its row; sha256 in hex. */
export interface StoredFile {
  id: string
  sha256: string
}

/** Copied files by id. */
export type CopiedFiles = ReadonlyMap<string, { bytes: number; sha256: string }>

const AT_ONCE = 8

/**
 * Copies files from one storage to another; missing ones are not in the result.
 * @throws StartError where a storage fails, which says nothing about its files
 */
export async function copyStoredFiles(
  ids: readonly string[],
  from: Pick<FileStorage, 'open'>,
  to: Pick<FileStorage, 'put' | 'remove'>,
): Promise<CopiedFiles> {
  const copied = new Map<string, { bytes: number; sha256: string }>()
  let done = 0
  const waiting = ids.values()
  const work = async () => {
    for (const id of waiting) {
      const found = await copyFile(id, from, to).catch((error: Error) => {
        throw new StartError(
          `The stored file ${id} cannot be copied (${error.message}): check PORTAL_FILES and the free space, and try again.`,
          { cause: error },
        )
      })
      if (found) copied.set(id, found)
      noteStep(`stored files, ${++done} of ${ids.length}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return copied
}

/** Takes bytes and keeps none, to read files as a copy does. */
const nowhere: Pick<FileStorage, 'put' | 'remove'> = {
  put: async (_, bytes) => {
    for await (const _chunk of bytes);
  },
  remove: () => Promise.resolve(),
}

/** Reads files, as a copy does. @throws StartError where the storage fails */
export const readStoredFiles = (ids: readonly string[], from: Pick<FileStorage, 'open'>): Promise<CopiedFiles> =>
  copyStoredFiles(ids, from, nowhere)

/** Undefined when there is no such file. */
async function copyFile(id: string, from: Pick<FileStorage, 'open'>, to: Pick<FileStorage, 'put' | 'remove'>) {
  let opened: AsyncIterable<Buffer>
  try {
    opened = await from.open(id)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of opened) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  // An earlier attempt that was killed may have left a part of it.
  await to.remove(id)
  await to.put(id, counted())
  return { bytes, sha256: hash.digest('hex') }
}

/** Ids of files that were not copied, or do not match their rows. */
export const damagedFiles = (files: readonly StoredFile[], copied: CopiedFiles): string[] =>
  files.filter(({ id, sha256 }) => copied.get(id)?.sha256 !== sha256).map(({ id }) => id)

/** Returns the ids of the files in a folder of the folder storage. */
export async function idsInFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name)).map(({ name }) => name)
}

/** Rows of `stored_files` that have a file. */
export async function listStoredFiles(client: OwnerClient, states: readonly string[]): Promise<StoredFile[]> {
  const { rows } = await client.query<StoredFile>(
    `select id, encode(sha256, 'hex') as sha256 from stored_files
      where state = any($1) and sha256 is not null order by id`,
    [states],
  )
  return rows
}
