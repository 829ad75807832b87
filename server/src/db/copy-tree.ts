import { chmod, chown, copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { syncPath } from '../sync-path.ts'

export interface CopyTreeOptions {
  /** Returns false to skip an entry; a skipped folder is skipped with its contents. */
  includes?: (relativePath: string) => boolean
  /** True copies the folder without its contents. */
  isLeftEmpty?: (relativePath: string) => boolean
  owner?: { uid: number; gid: number } | undefined
}

/**
 * Copies a folder with files of mode 0600 and folders of mode 0700, durably. A file that disappears during the copy is
 * skipped: a running database removes files at any time.
 */
export async function copyTree(source: string, target: string, options: CopyTreeOptions = {}): Promise<void> {
  const { includes = () => true, isLeftEmpty = () => false, owner } = options
  const copyFolder = async (relative: string): Promise<void> => {
    const to = path.join(target, relative)
    await mkdir(to, { recursive: true, mode: 0o700 })
    await chmod(to, 0o700)
    if (owner) await chown(to, owner.uid, owner.gid)
    if (!isLeftEmpty(relative)) {
      const entries = await readdir(path.join(source, relative), { withFileTypes: true })
      for (const entry of entries) {
        const inside = path.join(relative, entry.name)
        if (!includes(inside)) continue
        if (entry.isDirectory()) await copyFolder(inside)
        else if (entry.isFile()) await copyOne(path.join(source, inside), path.join(target, inside), owner)
      }
    }
    await syncPath(to)
  }
  await copyFolder('')
}

/** Copies one file durably; returns false when it is gone. */
export async function copyOne(source: string, target: string, owner?: { uid: number; gid: number }): Promise<boolean> {
  try {
    await copyFile(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !(await exists(source))) return false
    throw error
  }
  await chmod(target, 0o600)
  if (owner) await chown(target, owner.uid, owner.gid)
  await syncPath(target)
  return true
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  )
