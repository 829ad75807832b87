import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'

/** Creates the data folder when it is missing. @throws StartError that names the setting when it is not writable */
export function ensureDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  ensureFolder(dataDir, 'data folder', 'PORTAL_DATA_DIR to a folder')
}

/** The same for the folder of documents; a remote storage is not checked. */
export function ensureFilesFolder({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): void {
  if (files.kind !== 'folder') return
  if (path.dirname(files.folder) === dataDir)
    ensureFolder(files.folder, 'folder of documents', 'PORTAL_DATA_DIR to a folder')
  else ensureFolder(files.folder, 'folder of documents', 'PORTAL_FILES to file: and a folder')
}

/** Why months of the audit trail cannot leave the database; null where they can. The folder is never made. */
export function auditFolderProblem({ auditMonths }: Pick<Config, 'auditMonths'>): string | null {
  if (!auditMonths || existsSync(auditMonths.folder)) return null
  return `there is no ${auditMonths.folder} (PORTAL_AUDIT_FOLDER)`
}

function ensureFolder(folder: string, what: string, setting: string): void {
  try {
    makeFolders(folder)
    // Permissions do not show a full or read-only disk, and do not apply to root.
    const probe = path.join(folder, `.writable-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const why = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message
    throw new StartError(`The ${what} ${folder} cannot be written: ${why}. Set ${setting} that this user may write.`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be made there',
  ENOSPC: 'the disk is full',
}

/** Creates one folder after the other: when none can be created, the recursive way of Node.js never returns. */
function makeFolders(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' })
  makeFolders(path.dirname(folder))
  mkdirSync(folder)
}
