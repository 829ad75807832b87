import { getFileLimit, uploadFile } from '@portico/contract/files/files.ts'
import { expect, test } from 'vitest'
import { ofBytes } from '../../../test/documents.ts'
import { openSession } from '../../../test/guards/people.ts'
import { sendForm } from '../../../test/images.ts'
import { startPortal } from '../../../test/portal.ts'

test('a file may be as large as the setting PORTAL_FILE_MAX_MB says, and no larger; the screen learns that limit', async () => {
  const portal = await startPortal({ environment: { PORTAL_FILE_MAX_MB: '1' } })
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  const browser = await openSession(portal, admin)
  const upload = (name: string, bytes: Buffer) =>
    sendForm(browser, uploadFile, { params: { uid: admin.id }, files: { file: { bytes, name } } })
  expect(await upload('just.csv', ofBytes(1_048_576))).toMatchObject({ code: '200' })
  expect(await upload('over.csv', ofBytes(1_048_577))).toMatchObject({
    status: 422,
    message: 'This file is larger than 1 MB. Choose a smaller file.',
  })
  expect(await browser.call(getFileLimit, { params: { uid: admin.id } })).toEqual({ maxByteCnt: 1_048_576 })
  await portal.close()
})
