import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'

let folder: string
beforeAll(() => {
  mkdirSync(inRoot('.cache'), { recursive: true })
  folder = mkdtempSync(inRoot('.cache', 'stall-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A hanging test is ended by its own limit; until then there is time for several reports. */
async function outputOf(body: string): Promise<string> {
  writeFileSync(path.join(folder, 'quick.test.ts'), "import { test } from 'vitest'\ntest('is quick', () => {})\n")
  writeFileSync(path.join(folder, 'slow.test.ts'), `import { test } from 'vitest'\n${body}\n`)
  const reporter = ['--reporter', inRoot('tools', 'stall-reporter.ts')]
  const options = ['--root', folder, '--testTimeout', '4000', ...reporter]
  const env = { ...projectEnvironment(), TEST_STALL_MINUTES: '0.02' }
  return (await run(projectNode(), [command('vitest'), 'run', ...options], { env })).output
}

test('a run that stands still names the file and the test that it waits for, again and again', async () => {
  const output = await outputOf("test('never ends', () => new Promise(() => {}))")
  const lines = output.split('\n').filter((line) => line.startsWith('[stalled]'))
  expect(lines).toContain('[stalled] No test has ended for 0.02 min. Running:')
  expect(lines).toContain('[stalled] No test has ended for 0.04 min. Running:')
  expect(lines).toContain(`[stalled] ${path.relative(process.cwd(), path.join(folder, 'slow.test.ts'))}: never ends`)
})

test('a file that hangs before its first test is named too', async () => {
  expect(await outputOf("await new Promise((end) => setTimeout(end, 4000))\ntest('is late', () => {})")).toContain(
    path.relative(process.cwd(), path.join(folder, 'slow.test.ts')),
  )
})
