import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portalWithMoment } from '../../test/portal-with-moment.ts'
import { startS3 } from '../../test/s3-server.ts'
import { s3Storage } from '../ports/file-storage/s3-storage.ts'

const { storage, live, portalWith, makePerson, keepMoment, fromMoment } = portalWithMoment()

test('an operator brings back a library whose files are in a copy of the bucket, whose address is a setting', async () => {
  const bucket = await startS3()
  const copies = s3Storage(bucket.place)
  try {
    const { person, report } = await makePerson()
    await keepMoment()
    const files = await live(
      'select file_id::text as id from document_versions where document_id = $1 order by version',
      [report.id],
    )
    for (const { id } of files) {
      await copies.put(String(id), await storage().open(String(id)))
      await storage().remove(String(id))
    }
    await live('delete from documents where id = $1', [report.id])
    const { endpoint, region, bucket: name, prefix, accessKey, secretKey } = bucket.place
    const restore = (settings: Record<string, string>) =>
      portalWith(settings, 'restore', 'library', person.userName, ...fromMoment(), '--yes')
    expect((await restore({})).output).toContain('its file is missing from the backup or damaged in it')
    const address = `s3://${accessKey}:${secretKey}@${endpoint.host}/${name}/${prefix}?region=${region}`
    const done = await restore({ PORTAL_RESTORE_FILES: address })
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
}, 240_000)
