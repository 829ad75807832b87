import { describe, expect, test } from 'vitest'
import type { HostState } from './host-probe.ts'
import { evaluateAnswers } from './host-survey.ts'

const answer = (host: string, more: Partial<HostState> = {}) => {
  const address = `postgres://portal@${host}/portal`
  return { address, state: { address, isStandby: false, system: '7', timeline: 3, ...more } }
}
const silent = (host: string) => ({
  address: `postgres://portal@${host}/portal`,
  failure: new Error('timeout expired'),
})
const chosen = (...[answers, last]: Parameters<typeof evaluateAnswers>) =>
  evaluateAnswers(answers, last).primary?.address.split('@')[1]?.split('/')[0]
const last = answer('db2').state

describe('of several servers that accept writes', () => {
  test('the portal uses the one with the highest timeline, whichever is named first', () => {
    const newest = answer('db3', { timeline: 5 })
    expect(chosen([answer('db1'), answer('db2', { timeline: 4 }), newest])).toBe('db3')
    expect(chosen([newest, answer('db1')])).toBe('db3')
    expect(chosen([answer('db1'), newest], answer('db1').state)).toBe('db3')
  })

  test('with equal timelines it stays at the last one, and otherwise uses the one that is named first', () => {
    expect(chosen([answer('db1'), answer('db2')], last)).toBe('db2')
    expect(chosen([answer('db1'), answer('db2')])).toBe('db1')
  })

  test('an operator reads that they contradict each other', () => {
    expect(evaluateAnswers([answer('db1'), answer('db2')]).contradiction).toBe(
      'DATABASE_URL names several servers that accept writes: db1:5432 and db2:5432. Only one of them may; make the others its standbys.',
    )
    expect(evaluateAnswers([answer('db1'), answer('db2', { isStandby: true, system: '8' })]).contradiction).toBe(
      'DATABASE_URL names servers of different clusters: db1:5432 and db2:5432 are no copies of each other.',
    )
    expect(evaluateAnswers([answer('db1'), answer('db2', { isStandby: true }), silent('db3')]).contradiction).toBe(
      undefined,
    )
  })
})

test('an operator reads of each host why it is not used, also after a restore', () => {
  const answers = [
    answer('db1', { isStandby: true, timeline: 0 }),
    answer('db2', { timeline: 1 }),
    answer('db3', { system: '8' }),
    silent('db4'),
  ]
  const { primary, reasons } = evaluateAnswers(answers, last)
  expect(primary).toBe(undefined)
  expect(reasons).toBe(
    'No host of the database accepts writes: db1:5432 accepts no writes, db2:5432 is older than the last primary (timeline 1, the last one had 3); after a restore restart the portal, db3:5432 is a server of another cluster than the last primary; after a restore or an upgrade restart the portal, db4:5432 does not answer (timeout expired)',
  )
})
