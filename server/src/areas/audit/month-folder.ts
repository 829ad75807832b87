import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { describeError } from '../../error-cause.ts'
import type { DetachedMonth } from './detached-months.ts'
import { digestOfMonthFile } from './month-file.ts'
import { syncPath } from '../../sync-path.ts'

const PARTIAL = '.partial'
/** A run takes hours at most; what is older is of one whose node ended. */
const PARTIAL_KEPT_MS = 86_400_000

/** What the file of a month is called: also by its lines, so that no other portal and no restored one replaces it. */
export const nameOfMonthFile = (month: string, digest: string): string => `audit-${month}-${digest.slice(0, 16)}.jsonl`

/** Where a run writes the file of a month before it gets its name; no other run writes there. */
export const partialFile = (folder: string, month: string): string =>
  path.join(folder, `audit-${month}-${randomUUID()}${PARTIAL}`)

/**
 * Returns why the folder is not the one that keeps the files, or null. It is never made: where it is missing, or empty, the
 * volume may not be there, and a file on the disk of a node would be lost with it.
 */
export async function folderProblem(folder: string, newest: DetachedMonth | undefined): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} is no folder`
    if (!newest) return null
    const digest = await digestOfMonthFile(createReadStream(path.join(folder, newest.file)))
    return digest === newest.fileHash ? null : `the file ${newest.file} is not the one that was recorded`
  } catch (error) {
    return describeError(error)
  }
}

/** Removes what runs have left that were broken off. */
export async function removeOldPartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('audit-') || !name.endsWith(PARTIAL)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - PARTIAL_KEPT_MS) await rm(file, { force: true })
  }
}

/** Gives a written file its name, unless there is one with the same lines. Returns false in that case. */
export async function placeMonthFile(partial: string, file: string, digest: string): Promise<boolean> {
  const isNew = !(await isThere(file))
  if (isNew) {
    await rename(partial, file)
    await syncPath(path.dirname(file))
  }
  // What is on the disk is what is recorded.
  if ((await digestOfMonthFile(createReadStream(file))) !== digest)
    throw new Error(`the file ${file} has other lines than those of its month`)
  return isNew
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
