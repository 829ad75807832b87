import { expect, test } from 'vitest'
import { runProgram } from '../../test/program.ts'
import { readMigrations } from '../db/migration-files.ts'
import { productVersion } from '../db/product-version.ts'
import { whyTooOld } from '../db/serving-window.ts'

const compatibility = (...args: string[]) => runProgram(['compatibility', ...args], {})

test('an operator learns that nodes of a version may go on serving, without settings and database', async () => {
  expect(await compatibility('0.2.0')).toEqual({
    code: 0,
    output: `rolling: nodes of 0.2.0 may go on serving while one after the other is upgraded to ${productVersion}.`,
  })
})

test('an operator of a version before the baseline learns which one to pass through', async () => {
  expect(await compatibility('0.1.0')).toEqual({
    code: 2,
    output: 'stop: upgrade 0.1.0 to 0.2.0 first, from which this version goes on.',
  })
})

test('the migration that lets only later versions serve is named as the reason', async () => {
  const removal = { name: '0900-removes-a-column', oldestServingVersion: '0.10.0' }
  const migrations = [...(await readMigrations()), removal, { name: '0901-adds', oldestServingVersion: '0.10.0' }]
  expect(whyTooOld(migrations, '0.9.0')).toBe(
    'the migration 0900-removes-a-column lets only version 0.10.0 and later ones serve',
  )
  expect(whyTooOld(migrations, '0.10.0')).toBeUndefined()
})

test.each([
  [[], 'Name the version that serves now, such as 0.2.0'],
  [['one'], 'Name the version that serves now, such as 0.2.0'],
  [['99.0.0'], `This is Portico ${productVersion}, and 99.0.0 is newer: ask that version.`],
])('a question without an answer (%j) has another exit code', async (args, sentence) => {
  const { code, output } = await compatibility(...args)
  expect(code).toBe(1)
  expect(output).toContain(sentence)
})
