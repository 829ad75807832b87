import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-data-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('is held by one portal at a time', async () => {
    const held = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('in use by another running portal') as string,
    })
    held.release()
    const again = await lockDataFolder(folder)
    again.release()
  })

  it('of two portals that start at once one gets it', async () => {
    const results = await Promise.allSettled([lockDataFolder(folder), lockDataFolder(folder), lockDataFolder(folder)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is not held by a portal that was killed, nor by another process with its number', async () => {
    writeFileSync(path.join(folder, 'portal.1-1'), '1 12345678901')
    writeFileSync(path.join(folder, 'portal.999999999-1'), '999999999 1')
    const held = await lockDataFolder(folder)
    held.release()
  })
})
