import { expect, test } from 'vitest'
import { readersByDay } from './readers-by-day.ts'

test('readers add up from day to day', () => {
  const days = [
    { readDt: '2026-03-01', readCnt: 5 },
    { readDt: '2026-03-04', readCnt: 1 },
  ]
  expect(readersByDay({ days })).toEqual([
    { day: '2026-03-01', added: 5, total: 5 },
    { day: '2026-03-04', added: 1, total: 6 },
  ])
  expect(readersByDay({ days: [] })).toEqual([])
})
