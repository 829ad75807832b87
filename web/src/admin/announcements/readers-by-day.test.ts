import { expect, test } from 'vitest'
import { readersByDay } from './readers-by-day.ts'

const days = [
  { readDt: '2026-03-01', clientId: 1, readCnt: 2 },
  { readDt: '2026-03-01', clientId: 2, readCnt: 3 },
  { readDt: '2026-03-04', clientId: 1, readCnt: 1 },
]

test('readers of all clients add up from day to day', () => {
  expect(readersByDay({ days })).toEqual([
    { day: '2026-03-01', added: 5, total: 5 },
    { day: '2026-03-04', added: 1, total: 6 },
  ])
})

test('readers of one client are its own', () => {
  expect(readersByDay({ days }, 2)).toEqual([{ day: '2026-03-01', added: 3, total: 3 }])
  expect(readersByDay({ days }, 3)).toEqual([])
})
