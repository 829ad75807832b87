import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { MonthWriter } from '../areas/audit/month-file.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'

/** No server listens there: the file is verified without the database. */
const environment = (secretKeys = SECRET_KEYS) => ({
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  PORTAL_PUBLIC_URL: 'http://localhost:8080',
  PORTAL_SECRET_KEYS: secretKeys,
})

let folder: string
let file: string
let hash: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-verify-file-'))
  file = path.join(folder, 'audit-2025-01.jsonl')
  const writer = new MonthWriter('2025-01')
  const text = '{"id": 1, "event": "link_added", "sequence": 1}'
  hash = createHash('sha256').update(text).digest('hex')
  const begin = writer.begin()
  const event = writer.event({ sequence: 1, hash, previous: '', text })
  const { line } = writer.end(keyRing(readConfig(environment()).secretKeys))
  writeFileSync(file, `${begin}${String(event)}${line}`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const verify = (args: readonly string[], secretKeys = SECRET_KEYS) =>
  runProgram(['verify-audit', '--file', ...args], environment(secretKeys))

test('the operator verifies the file of a month without a database, also against a noted head', async () => {
  expect(await verify([file, '--head', `1:${hash}`])).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The file is whole: 1 event of 2025-01. Its last seal is 1:${hash}.`),
  })
  expect(await verify([file, '--head', `1:${'0'.repeat(64)}`])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not of the noted head: its seal 1 is another one.'),
  })
})

test('the operator reads what is wrong with a file, with its keys, and with its path', async () => {
  expect(await verify([file], 'newer:fedcba9876543210fedcba9876543210')).toMatchObject({
    code: 1,
    output: expect.stringContaining('which PORTAL_SECRET_KEYS does not have.'),
  })
  writeFileSync(file, readFileSync(file, 'utf8').replace('link_added', 'link_other'))
  expect(await verify([file])).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      `The file ${file} is not as it was sealed: line 2 has been changed: event 1 does not fit its seal.`,
    ),
  })
  expect(await verify([path.join(folder, 'none.jsonl')])).toMatchObject({
    code: 1,
    output: expect.stringContaining('cannot be read: ENOENT'),
  })
})
