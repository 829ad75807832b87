import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countOf } from './count-of.ts'

test('an operator reads a count with its noun in the form of the number', () => {
  expect([0, 1, 2, 1234].map((count) => countOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows', '1,234 rows'])
  expect([1, 2].map((count) => countOf(count, 'try', 'tries'))).toEqual(['1 try', '2 tries'])
})

/** Where operators read what the server counts. */
const folders = ['commands', 'db', 'doctor', 'backup', 'secret-keys', 'ops']
/** A count in front of a noun in the plural. Names in capitals are limits, which are never one. */
const WITHOUT_FORMS =
  /\$\{(?!countOf)[a-z][\w.]*(?:length|count|total|tables|migrations|users|documents|rows|days|newer|attempts)\} (?!of\b)[a-z]+s\b/gi

test('no message for operators has a count in front of a plural of its own', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => path.join(import.meta.dirname, folder, file)),
  )
  const found = files.flatMap((file) => readFileSync(file, 'utf8').match(WITHOUT_FORMS) ?? [])
  expect(found).toEqual([])
})
