import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { allEndpoints } from '../contract/src/areas.ts'
import {
  listsAfterWrites,
  writesFromAnotherScreen,
  writesShownAhead,
  writesWithoutLists,
} from '../web/test/lists-after-writes.ts'

const web = path.join(import.meta.dirname, '../web/src')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
const textOf = (pattern: RegExp) =>
  files
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(path.join(web, file), 'utf8'))
    .join('\n')
const words = new Set(textOf(/(?<!\.test)\.tsx?$/).match(/\w+/g))
const tests = textOf(/\.test\.tsx?$/)
const used = allEndpoints().filter(({ exportName }) => words.has(exportName))
const writes = used.filter(({ endpoint }) => endpoint.method !== 'GET')

test('of every call of the web that writes it is settled which lists show what it changes', () => {
  const names = writes.map(({ endpoint }) => endpoint.name)
  const settled = [...Object.keys(listsAfterWrites), ...writesWithoutLists, ...writesShownAhead]
  expect(names.length).toBeGreaterThan(150)
  expect(settled.toSorted()).toEqual(names.toSorted())
})

test('a test of the web performs every call by which it writes', () => {
  const named = new Set(tests.match(/\w+/g))
  expect(writes.map(({ exportName }) => exportName).filter((name) => !named.has(name))).toEqual([])
})

test('those lists are calls that the web makes', () => {
  const names = new Set(used.map(({ endpoint }) => endpoint.name))
  expect(
    Object.values(listsAfterWrites)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([])
})

test('what a screen changes in the lists of another one is among those calls', () => {
  expect(writesFromAnotherScreen.filter((name) => !(name in listsAfterWrites))).toEqual([])
})
