import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { withTimeouts } from '../ports/file-storage/with-timeouts.ts'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'
import { describeError } from '../error-cause.ts'

const LOW_BYTES = 1_000_000_000
const name = 'storage'

/** Stores a small file, reads it back and removes it. */
export async function checkStorage(config: Config): Promise<Finding> {
  const storage = withTimeouts(createFileStorage(config), CHECK_TIMEOUT_MS)
  const key = randomUUID()
  const place = config.files.kind === 'folder' ? config.files.folder : `the bucket ${config.files.bucket}`
  try {
    await storage.put(key, single(Buffer.from(key)))
    const read = await (await storage.open(key)).toArray()
    if (Buffer.concat(read as Buffer[]).toString() !== key) throw new Error('it returned something else')
    await storage.remove(key)
    return { name, ok: true, message: `Documents can be stored in ${place}.${await freeSpaceOf(config)}` }
  } catch (error) {
    const message = `Documents cannot be stored in ${place} (${describeError(error)}): check PORTAL_FILES, its rights and its free space.`
    return { name, ok: false, message }
  } finally {
    storage.close()
  }
}

async function* single(bytes: Buffer) {
  yield bytes
}

/** A warning when the disk is nearly full; the free space of a bucket is unknown. */
async function freeSpaceOf({ files }: Config): Promise<string> {
  if (files.kind !== 'folder') return ''
  const { bavail, bsize } = await statfs(files.folder)
  const free = bavail * bsize
  return free < LOW_BYTES ? ` Only ${Math.round(free / 1e6)} MB are free there: make room.` : ''
}
