import { describe, expect, test } from 'vitest'
import { addDays } from '../../ui/calendar-day.ts'
import { startOfDay, today } from '../../ui/day-bounds.ts'
import { endOnDay } from '../permissions/permissions-form.ts'
import { actBody, chosenApplication, firstFields } from './give-access-form.ts'

const ledger = { systemId: 5, systemNm: 'Ledger' }
const entries = { pageId: 51, pageNm: 'Entries' }
const act = { kind: 'give', users: null, count: 0 } as const
const fields = firstFields({ ...act, chosen: chosenApplication('give', ledger, entries) })
const [nextWeek, nextYear] = [addDays(today(), 7), addDays(today(), 365)]

describe('what is sent of a change of access', () => {
  test('names users, rights, pages, the last day and the first one', () => {
    const filled = {
      ...fields,
      systems: fields.systems.map((one) => ({ ...one, isAdmin: true })),
      userIds: [{ value: '21', label: 'Bea Ivers' }],
      endDay: nextYear,
      plannedDt: nextWeek,
    }
    const endDt = new Date(endOnDay(nextYear) ?? '')
    expect(actBody('give', null, filled)).toEqual({
      kindCd: 'give',
      userIds: [21],
      userSystems: [{ systemId: 5, adminFlg: true, sensitiveDataAccessFlg: false, endDt }],
      userPages: [{ pageId: 51, endDt }],
      plannedDt: startOfDay(nextWeek),
    })
  })

  test('has the right to sensitive data apart from that of administrators', () => {
    const sensitive = { ...fields, systems: fields.systems.map((one) => ({ ...one, hasSensitiveData: true })) }
    expect(actBody('end', { userIds: [9] }, sensitive)).toEqual({
      kindCd: 'end',
      userIds: [9],
      userSystems: [{ systemId: 5, adminFlg: false, sensitiveDataAccessFlg: true, endDt: null }],
      userPages: [{ pageId: 51, endDt: null }],
    })
  })

  test.each([
    ['no day', ''],
    ['today', today()],
  ])('begins at once with %s', (_what, plannedDt) => {
    expect(actBody('give', { userIds: [9] }, { ...fields, plannedDt })).not.toHaveProperty('plannedDt')
  })

  test('leaves out users where nobody is chosen, for the server to say so at the field', () => {
    expect(actBody('give', null, fields)).not.toHaveProperty('userIds')
  })
})

test('to end the use of one page leaves its application', () => {
  expect(chosenApplication('end', ledger, entries).systems).toEqual([])
  expect(chosenApplication('end', ledger, null).systems).toHaveLength(1)
})
