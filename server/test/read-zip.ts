import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of a ZIP archive by their paths, in their order. */
export function readZip(content: Buffer): Promise<Map<string, Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Buffer>>()
  const files = new Map<string, Buffer>()
  yauzl.fromBuffer(content, { lazyEntries: true }, (failed, archive) => {
    if (failed) return reject(failed)
    archive.on('error', reject)
    archive.on('end', () => resolve(files))
    archive.on('entry', (entry: yauzl.Entry) =>
      archive.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((bytes) => {
          files.set(entry.fileName, bytes)
          archive.readEntry()
        }, reject)
      }),
    )
    archive.readEntry()
  })
  return promise
}

/** The rows of a table in an export of a person. */
export const rowsIn = (files: ReadonlyMap<string, Buffer>, table: string): Record<string, unknown>[] =>
  JSON.parse(String(files.get(`data/${table}.json`) ?? 'null')) as Record<string, unknown>[]
