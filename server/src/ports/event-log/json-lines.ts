import { open } from 'node:fs/promises'

const NEW_LINE = 10

/** Appends lines to a file and has the disk keep them. A line that a node did not finish before it died is ended first. */
export async function appendToFile(file: string, lines: string): Promise<void> {
  // Opened each time, so that a file which was renamed by log rotation is made anew.
  const opened = await open(file, 'a+', 0o640)
  try {
    const { size } = await opened.stat()
    const last = size > 0 ? await opened.read(Buffer.alloc(1), 0, 1, size - 1) : null
    const isWhole = last === null || last.buffer[0] === NEW_LINE
    await opened.appendFile(isWhole ? lines : `\n${lines}`)
    await opened.sync()
  } finally {
    await opened.close()
  }
}
