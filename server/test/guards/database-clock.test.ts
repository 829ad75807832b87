import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Places in areas that ask the node for the time, and why they may. */
const byNode: Readonly<Record<string, string>> = {
  'audit/month-folder.ts':
    'The time of a file is the node’s; it says only when a file that was not finished is removed.',
  'signing-keys/new-signing-key.ts':
    'The dates in a certificate are for others, and begin a day early; when a key signs is decided by the database.',
  'single-sign-on/open-application.ts':
    'The time in a message to an application is a statement, which it judges by its own clock; nothing here decides by it.',
}

const areas = new URL('../../src/areas/', import.meta.url)
const sources = readdirSync(areas, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const asksNode = (text: string) => /\bnew Date\(\)|\bDate\.now\(\)/.test(text)

test('everything in areas decides by the clock of the database, or says why it may ask the node', () => {
  expect(sources.length).toBeGreaterThan(300)
  const asking = sources.filter((file) => asksNode(readFileSync(new URL(file, areas), 'utf8')))
  expect(asking.toSorted()).toEqual(Object.keys(byNode).toSorted())
})

test('finds a node that is asked as a fallback, too', () => {
  expect(asksNode('return row?.now ?? new Date()')).toBe(true)
  expect(asksNode('Math.floor(Date.now() / 1000)')).toBe(true)
  expect(asksNode('new Date(row.now.getTime() + performance.now() - readAt)')).toBe(false)
})
