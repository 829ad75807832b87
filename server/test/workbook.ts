import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A workbook of these parts, by their names. */
export function workbook(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) archive.addBuffer(Buffer.from(content as string), name)
  archive.end()
  return buffer(archive.outputStream)
}
