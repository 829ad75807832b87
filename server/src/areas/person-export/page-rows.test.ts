import { expect, test } from 'vitest'
import { pageReader } from './archive-words.ts'
import { PageRowCollector } from './page-rows.ts'

function collect(rows: readonly object[], { keepsFirst = false } = {}) {
  let worded = 0
  const translate = () => `word ${++worded}`
  const collector = new PageRowCollector('sign_ins', pageReader({ language: 'en', translate }, 'UTC'), { keepsFirst })
  for (const row of rows) collector.add(row)
  return { before: worded, page: collector.collected(), worded }
}

test('of many rows only those are put into words that the page shows', () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    kind: 'password',
    n,
    at: new Date(0),
    note: n < 500 ? 'x' : '',
  }))
  const { before, page, worded } = collect(rows)
  expect([before, page.rows.length, page.rows[0]?.['n'], page.fields]).toEqual([0, 200, '800', ['kind', 'n', 'at']])
  expect(worded).toBeLessThanOrEqual(200)
  expect(page.rows[199]).toMatchObject({ n: '999', at: 'Jan 1, 1970, 12:00 AM' })
  expect(collect(rows, { keepsFirst: true }).page.rows.at(-1)?.['n']).toBe('199')
})

test('a long value is cut between characters', () => {
  const { page } = collect([{ whole: `${'a'.repeat(998)}🌊bc`, cut: `${'a'.repeat(999)}🌊bc` }])
  expect(page.rows[0]).toEqual({ whole: `${'a'.repeat(998)}🌊…`, cut: `${'a'.repeat(999)}…` })
})

test.each([
  { language: 'en', timeZone: 'UTC', number: '1,234,567', moment: 'Jan 31, 2026, 11:30 PM' },
  { language: 'de', timeZone: 'Europe/Berlin', number: '1.234.567', moment: '01.02.2026, 00:30' },
] as const)(
  'numbers and moments are written as a reader of $language writes them',
  ({ language, timeZone, ...words }) => {
    const reader = pageReader({ language, translate: () => '' }, timeZone)
    const collector = new PageRowCollector('documents', reader, { keepsFirst: false })
    collector.add({ number: 1_234_567, moment: '2026-01-31T23:30:00Z' })
    expect(collector.collected().rows).toEqual([words])
  },
)
