import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inRoot } from './lib/runtime.mjs'

/** A call that logs a problem with a message of its own. */
const LOGGED = /\b(?:logger|log)\??\.(?:warn|error|fatal)\((?:'|(?:(?!logger)[^;'"`])*?,\s*')([^'\n]{9,})'\s*,?\s*\)/g

test('an operator finds the meaning of every problem that the log names', async () => {
  const page = readFileSync(inRoot('docs', 'operations.md'), 'utf8')
  const messages = new Set<string>()
  for await (const file of glob('server/src/**/*.ts', { cwd: inRoot(), exclude: (name) => name === 'test' })) {
    if (file.endsWith('.test.ts')) continue
    for (const [, message = ''] of readFileSync(inRoot(file), 'utf8').matchAll(LOGGED)) messages.add(message)
  }
  expect(messages.size).toBeGreaterThan(25)
  expect([...messages].filter((message) => !page.includes(`\`${message}\``))).toEqual([])
})
