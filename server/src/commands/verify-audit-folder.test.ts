import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { archivedTrail } from '../../test/archived-trail.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'

const { owner, threeMonths, archive, files, folder, clone } = archivedTrail()

const verify = (...args: string[]) =>
  runProgram(['verify-audit', '--folder', folder(), ...args], {
    DATABASE_URL: clone().url,
    PORTAL_SECRET_KEYS: SECRET_KEYS,
  })

test('an operator verifies all months in a folder with the trail, and reads which files belong to none', async () => {
  await threeMonths()
  await archive()
  writeFileSync(path.join(folder(), 'notes.txt'), '')
  const { code, output } = await verify()
  expect(output).toContain(`Its months in ${folder()} are whole and follow one another: 2 files.`)
  expect(output).toContain('No record names these there: notes.txt.')
  expect(code).toBe(0)
  expect((await verify('--file', 'x')).output).toContain('Give --file or --folder.')
})

test('an operator reads which file is missing, is another one, or follows another chain', async () => {
  await threeMonths()
  await archive()
  const [later = '', former = ''] = files()
  await owner("update audit_detached_months set file_hash = sha256('other') where month = 'former'")
  expect((await verify()).output).toContain(`the file ${former} of former: it is not the one that was recorded.`)
  await owner(`delete from audit_detached_months where month = 'former'`)
  expect((await verify()).output).toContain(`seal 5, which ${later} follows, is neither in a file nor in the database.`)
  const file = path.join(folder(), later)
  writeFileSync(file, readFileSync(file, 'utf8').replace('link_added', 'link_other'))
  expect((await verify()).output).toContain('line 2 has been changed: event 6 does not fit its seal.')
  rmSync(file)
  const { code, output } = await verify()
  expect(output).toContain(`the file ${later} of`)
  expect(output).toContain('ENOENT')
  expect(code).toBe(1)
})
