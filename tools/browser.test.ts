import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { disabledFeatures } from './lib/browser.mjs'
import { inRoot } from './lib/runtime.mjs'

test('the browser of the journeys does without all that Playwright switches off', () => {
  const source = readFileSync(inRoot('node_modules/playwright-core/lib/coreBundle.js'), 'utf8')
  const list = /\bdisabledFeatures = \[(.*?)\]\.filter/s.exec(source)?.[1] ?? ''
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  expect(disabledFeatures).toEqual(expect.arrayContaining(names))
})
