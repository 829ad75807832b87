import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withSettings } from './write-docs.ts'

test('the operator reads the settings as the code has them', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  expect(page, 'run "npm run docs"').toBe(withSettings(page))
})
