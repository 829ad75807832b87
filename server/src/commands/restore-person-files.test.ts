import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portalWithMoment } from '../../test/portal-with-moment.ts'
import { startS3 } from '../../test/s3-server.ts'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { s3Storage } from '../ports/file-storage/s3-storage.ts'

const { storage, live, portalWith, makePerson, keepMoment, fromMoment } = portalWithMoment()

/** Moves the files of a document from the storage of the portal to a bucket, which one removes them from again. */
async function moveFiles(documentId: number, copies: FileStorage, { isRemoved }: { isRemoved: boolean }) {
  const files = await live(
    'select file_id::text as id from document_versions where document_id = $1 order by version',
    [documentId],
  )
  for (const { id } of files) {
    await copies.put(String(id), await storage().open(String(id)))
    await storage().remove(String(id))
    if (isRemoved) await copies.remove(String(id))
  }
}

test.each([
  ['in a copy of the bucket', { keepsVersions: false }],
  ['removed from a bucket that keeps versions', { keepsVersions: true }],
])(
  'an operator brings back a library whose files are %s, whose address is a setting',
  async (_, { keepsVersions }) => {
    const bucket = await startS3({ keepsVersions })
    const copies = s3Storage(bucket.place)
    try {
      const { person, report } = await makePerson()
      await keepMoment()
      await moveFiles(report.id, copies, { isRemoved: keepsVersions })
      await live('delete from documents where id = $1', [report.id])
      const { endpoint, region, bucket: name, prefix, accessKey, secretKey } = bucket.place
      const address = `s3://${accessKey}:${secretKey}@${endpoint.host}/${name}/${prefix}?region=${region}`
      const restore = (settings: Record<string, string>, ...more: string[]) =>
        portalWith(settings, 'restore', 'library', person.userName, ...fromMoment(), ...more)
      expect((await restore({}, '--yes')).output).toContain('its file is missing from the backup or damaged in it')
      const planned = await restore({ PORTAL_RESTORE_FILES: address })
      expect(planned.output).toContain('Comes back:\n    1 document: report.csv\n')
      expect(await live('select from documents where id = $1', [report.id])).toEqual([])
      const done = await restore({ PORTAL_RESTORE_FILES: address }, '--yes')
      expect(done.output).toContain('Came back:\n    1 document: report.csv\n')
      expect(done.output).not.toContain(secretKey)
      const [back] = await live(
        `select kept.file_id::text as file from documents document
         join document_versions kept on kept.document_id = document.id and kept.version = document.version
        where document.id = $1`,
        [report.id],
      )
      expect((await buffer(await storage().open(String(back?.['file'])))).toString()).toBe('second')
    } finally {
      copies.close()
      await bucket.stop()
    }
  },
  240_000,
)
