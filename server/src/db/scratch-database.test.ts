import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asOwner, emptyDatabase } from '../../test/database.ts'
import { connectAsOwner } from './owner-connection.ts'
import { besideDatabase, scratchFolder } from './scratch-database.ts'

test('a database that a killed command left is dropped by the next one a day later, unless it is in use', async () => {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const [old, used, young] = ['20260101t000000', '20260101t000000', '29990101t000000'].map(
    (moment) => `portal_scratch_${moment}_${randomBytes(6).toString('hex')}`,
  ) as [string, string, string]
  for (const name of [old, used, young]) await asOwner(database, `create database ${name}`)
  const inUse = new URL(database.url)
  inUse.pathname = `/${used}`
  const session = await connectAsOwner(inUse.toString(), 'test')
  const left = async () => {
    const { rows } = await asOwner(database, 'select datname from pg_database')
    return [old, used, young].filter((name) => rows.some(({ datname }) => datname === name))
  }
  try {
    await (await besideDatabase(database.url)).remove()
    expect(await left()).toEqual([used, young])
  } finally {
    await session.end()
    for (const name of await left()) await asOwner(database, `drop database ${name}`)
  }
})

test('a copy of an embedded database that a killed command left is removed by the next one a day later', async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), 'portico-test-'))
  onTestFinished(() => rmSync(temporary, { recursive: true }))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [old, young, other] = ['portico-scratch-old', 'portico-scratch-young', 'other'].map((name) =>
    path.join(temporary, name),
  ) as [string, string, string]
  for (const folder of [old, young, other]) mkdirSync(path.join(folder, 'data'), { recursive: true })
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  for (const folder of [old, other]) utimesSync(folder, twoDaysAgo, twoDaysAgo)
  const made = await scratchFolder()
  expect([old, young, other, made].map((folder) => existsSync(folder))).toEqual([false, true, true, true])
})
