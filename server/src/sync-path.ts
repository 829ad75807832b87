import { open } from 'node:fs/promises'

/** Resolves once a file survives a power failure; for a renamed one that is once its folder does. */
export async function syncPath(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
