import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from './lib/runtime.mjs'
import { runProjects } from './lib/vitest-run.mjs'

let folder: string
beforeAll(() => {
  mkdirSync(inRoot('.cache'), { recursive: true })
  folder = mkdtempSync(inRoot('.cache', 'unsteady-'))
  write(
    'vitest.config.ts',
    "export default { test: { projects: [{ test: { name: 'one', include: ['*.test.ts'] } }] } }",
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), `${text}\n`)

/** A file with a test that always passes and one that fails the first few times, which it counts in a file beside it. */
function writeTest(name: string, failsFirst: number): void {
  const counter = JSON.stringify(path.join(folder, `${name}.count`))
  write(
    `${name}.test.ts`,
    `import { appendFileSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('is steady', () => {})
test('is not', () => {
  appendFileSync(${counter}, 'x')
  expect(readFileSync(${counter}, 'utf8').length).toBeGreaterThan(${failsFirst})
})`,
  )
}

const outcome = async () => {
  const { code, projects, failures, unsteady, output } = await runProjects(['one'], [], [], folder)
  return { code, counts: projects['one'], failures, unsteady, output }
}

test('a test that fails once passes by itself and is named; one that fails twice has failed', async () => {
  writeTest('once', 1)
  writeTest('never', 0)
  const passed = await outcome()
  expect(passed).toMatchObject({ code: 0, counts: { passed: 4, failed: 0, skipped: 0 }, failures: [] })
  expect(passed.unsteady).toEqual(['once.test.ts: is not'])
  expect(passed.output).toMatch(/AssertionError[^]*Once more, by themselves:/)

  writeTest('always', 99)
  expect(await outcome()).toMatchObject({
    code: 1,
    counts: { passed: 5, failed: 1, skipped: 0 },
    failures: ['always.test.ts: is not'],
    unsteady: [],
  })
})

test.each(['beforeAll', 'afterAll'])('a %s that fails once is named too', async (hook) => {
  rmSync(path.join(folder, 'always.test.ts'), { force: true })
  const counter = JSON.stringify(path.join(folder, `${hook}.count`))
  write(
    'hooked.test.ts',
    `import { existsSync, writeFileSync } from 'node:fs'
import { ${hook}, describe, test } from 'vitest'
describe('a part', () => {
  ${hook}(() => {
    if (existsSync(${counter})) return
    writeFileSync(${counter}, '')
    throw new Error('The hook fails once')
  })
  test('is steady', () => {})
})`,
  )
  expect(await outcome()).toMatchObject({
    code: 0,
    counts: { failed: 0, skipped: 0 },
    failures: [],
    unsteady: ['hooked.test.ts: outside of its tests, in a part'],
  })
})

test('where more than three files fail, none of them runs again', async () => {
  for (const name of ['first', 'second', 'third', 'fourth']) writeTest(name, 1)
  rmSync(path.join(folder, 'always.test.ts'), { force: true })
  const failed = await outcome()
  expect(failed).toMatchObject({ code: 1, unsteady: [] })
  expect(failed.failures.toSorted()).toEqual(
    ['first', 'fourth', 'second', 'third'].map((name) => `${name}.test.ts: is not`),
  )
})
