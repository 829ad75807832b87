import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../start-error.ts'

/** What a command says of a file that it must not overwrite. */
export const isThereAlready = (file: string): string => `${file} is there already: choose another file by --to.`

/**
 * Writes a new file that nobody else on this machine can read. Under its name stands a whole file only, never in place
 * of another one; a failure leaves nothing.
 * @throws StartError when it cannot be written, or when another file has its name by then
 */
export async function writeNewFile(file: string, content: () => Promise<Readable>): Promise<void> {
  const unwritable = (error: Error) => new StartError(`${file} cannot be written: ${error.message}`, { cause: error })
  const part = `${file}.${randomUUID()}.part`
  const target = await open(part, 'wx', 0o600).catch((error: Error) => {
    throw unwritable(error)
  })
  try {
    await pipeline(await content(), target.createWriteStream())
    // Unlike a rename it fails where a file has the name.
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new StartError(isThereAlready(file), { cause: error }) : unwritable(error)
    })
  } finally {
    await target.close()
    await rm(part, { force: true })
  }
}
