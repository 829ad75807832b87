import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withTempFolder } from './lib/temp-folder.mjs'

/** Larger than any process id. */
const NO_PROCESS = 99_999_999

test('the temporary files of a run are removed after it, also when it fails, and those of a killed run at the next one', async () => {
  const leave = async (folder: string) => {
    writeFileSync(path.join(folder, 'left'), '')
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    return folder
  }
  const first = await withTempFolder(leave)
  expect(existsSync(first)).toBe(false)

  const killed = path.join(path.dirname(first), `portico-run-${NO_PROCESS}-killed`)
  mkdirSync(path.join(killed, 'database'), { recursive: true })
  let failed = ''
  const failing = withTempFolder(async (folder) => {
    failed = await leave(folder)
    throw new Error('the tests could not be run')
  })
  await expect(failing).rejects.toThrow('the tests could not be run')
  expect([failed, killed].filter((folder) => failed === '' || existsSync(folder))).toEqual([])
})
