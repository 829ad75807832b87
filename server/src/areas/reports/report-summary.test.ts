import { REPORT_SUMMARY_NAMES } from '@portico/contract/reports/report-rules.ts'
import { expect, test } from 'vitest'
import { ReportCounts } from './report-summary.ts'

const requestedAt = new Date('2026-06-01T12:00:00.000Z')
const DAY_MS = 86_400_000
const row = (userName: string, lastSignedInAt: Date | null = null, systemName = 'Ledger', clientName = 'Harbor') => ({
  userName,
  systemName,
  clientName,
  lastSignedInAt,
})
function summaryOf(...batches: ReturnType<typeof row>[][]) {
  const counts = new ReportCounts(requestedAt)
  for (const batch of batches) counts.add(batch)
  return counts.summary()
}

test.each([
  ['a millisecond less than 30 days ago', 30 * DAY_MS - 1, 'month'],
  ['30 days ago', 30 * DAY_MS, 'quarter'],
  ['a millisecond less than 90 days ago', 90 * DAY_MS - 1, 'quarter'],
  ['90 days ago', 90 * DAY_MS, 'earlier'],
  ['at the moment of the report', 0, 'month'],
  ['never', null, 'never'],
] as const)('who signed in %s is counted as such', (_when, ago, period) => {
  const { lastLogins } = summaryOf([row('ada', ago === null ? null : new Date(requestedAt.getTime() - ago))])
  expect(lastLogins.filter(({ cnt }) => cnt > 0)).toEqual([{ name: period, cnt: 1 }])
  expect(lastLogins.map(({ name }) => name)).toEqual(['month', 'quarter', 'earlier', 'never'])
})

test('a user with several rows is one user, also where their rows come in two batches', () => {
  const { userCnt, systems, employers, lastLogins } = summaryOf(
    [row('ada', null, 'Ledger', 'Harbor'), row('bea', null, 'Ledger', 'Atlas')],
    [row('bea', null, 'Vault', 'Atlas'), row('cy', null, 'Ledger', 'Atlas')],
  )
  expect({ userCnt, systems, employers }).toEqual({
    userCnt: 3,
    systems: [
      { name: 'Ledger', cnt: 3 },
      { name: 'Vault', cnt: 1 },
    ],
    employers: [
      { name: 'Atlas', cnt: 3 },
      { name: 'Harbor', cnt: 1 },
    ],
  })
  expect(lastLogins.at(-1)).toEqual({ name: 'never', cnt: 3 })
})

test.each([
  [REPORT_SUMMARY_NAMES, 0],
  [REPORT_SUMMARY_NAMES + 1, 1],
  [REPORT_SUMMARY_NAMES + 3, 3],
])('of %i names those beyond the limit are counted together: %i rows', (names, beyond) => {
  const rows = Array.from({ length: names }, (_, at) => row(`user ${at}`, null, `System ${at}`))
  const { systems } = summaryOf([...rows, row('user', null, 'System 0')])
  expect(systems[0]).toEqual({ name: 'System 0', cnt: 2 })
  expect(systems.filter(({ name }) => name !== '')).toHaveLength(REPORT_SUMMARY_NAMES)
  expect(systems.find(({ name }) => name === '')?.cnt ?? 0).toBe(beyond)
})
