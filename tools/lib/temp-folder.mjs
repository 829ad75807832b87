import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
/** Bytes that must be free there, and of memory. */
const NEEDED = 4 * 2 ** 30
const PREFIX = 'portico-run-'

/**
 * Runs the work with a folder for all temporary files, which is removed after it with whatever is left in it. The folder
 * is in memory where there is room: a test database is a thousand files, and before ext4 without a journal creates a
 * file, it looks at each one that was deleted in the last minute.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTempFolder(work) {
  const parent = hasRoomInMemory() ? IN_MEMORY : tmpdir()
  removeLeftFolders(parent)
  const folder = mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`))
  // The user that a database runs as must reach its data.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  process.once('exit', remove)
  try {
    return await work(folder)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function hasRoomInMemory() {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === IN_MEMORY)
    const options = mount?.split(' ')[3]?.split(',') ?? []
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    // Some tests write programs there.
    const mayRun = options.includes('rw') && !options.includes('noexec')
    return mayRun && bavail * bsize >= NEEDED && process.availableMemory() >= NEEDED
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. @param {string} parent */
function removeLeftFolders(parent) {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : undefined
    if (pid && !existsSync(`/proc/${pid}`))
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 20 })
  }
}
