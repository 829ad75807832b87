import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web/src')

const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))

test('lines grow with their letters, so that no two lie over each other at twice the size', () => {
  expect(sheets).toContain('portal/home/Tile.module.css')
  const fixed = sheets.flatMap((sheet) =>
    [...readFileSync(path.join(web, sheet), 'utf8').matchAll(/^.*(?:line-height|font-size): *[\d.]+px.*$/gm)].map(
      ([line]) => `${sheet}: ${line.trim()}`,
    ),
  )
  expect(fixed).toEqual([])
})

test('what tells me something later is in the page before, where a screen reader waits for it', () => {
  const hidden = sheets.flatMap((sheet) =>
    [...readFileSync(path.join(web, sheet), 'utf8').matchAll(/^ *(.*:empty) \{\s*display: none/gm)].map(
      ([, selector]) => `${sheet}: ${selector}`,
    ),
  )
  // Neither says anything by itself.
  expect(hidden.toSorted()).toEqual([
    'patterns/DataTable.module.css: .table tbody td[data-title]:empty',
    'portal/account-settings/AccountSettingsPage.module.css: .panel:empty',
  ])
})
