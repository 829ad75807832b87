import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStorage } from '../ports/file-storage/file-storage.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'
import { s3Storage } from '../ports/file-storage/s3-storage.ts'
import { copyStoredFiles } from './stored-files.ts'

let root: string
let portal: FileStorage
let backup: FileStorage
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portico-copies-'))
  portal = folderStorage(path.join(root, 'portal'))
  backup = folderStorage(path.join(root, 'backup'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

test('a backup has each file with its checksum, and leaves out those that the storage lacks', async () => {
  const [kept, lost] = [randomUUID(), randomUUID()]
  await portal.put(kept, bytesOf('abc'))
  const copied = await copyStoredFiles([kept, lost], portal, backup)
  expect(copied).toEqual(
    new Map([[kept, { bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }]]),
  )
  expect((await buffer(await backup.open(kept))).toString()).toBe('abc')
})

test('a storage that does not answer ends the backup, and counts no file as missing', async () => {
  const endpoint = new URL('http://127.0.0.1:9')
  const place = { endpoint, region: 'nowhere', bucket: 'documents', prefix: '', accessKey: 'a', secretKey: 'b' }
  const remote = s3Storage(place)
  const id = randomUUID()
  await expect(copyStoredFiles([id], remote, backup)).rejects.toThrow(`The stored file ${id} cannot be copied`)
  remote.close()
})
