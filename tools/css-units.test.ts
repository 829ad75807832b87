import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web/src')

test('lines grow with their letters, so that no two lie over each other at twice the size', () => {
  const sheets = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(sheets).toContain('portal/home/Tile.module.css')
  const fixed = sheets.flatMap((sheet) =>
    [...readFileSync(path.join(web, sheet), 'utf8').matchAll(/^.*(?:line-height|font-size): *[\d.]+px.*$/gm)].map(
      ([line]) => `${sheet}: ${line.trim()}`,
    ),
  )
  expect(fixed).toEqual([])
})
