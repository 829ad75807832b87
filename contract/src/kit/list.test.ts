import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Id, text } from './codecs.ts'
import { listQuery, sortOf } from './list.ts'

const list = listQuery({
  columns: ['departmentNm', 'createdDt'],
  filters: { nm: text(20), clientId: Id },
  defaultSort: { column: 'departmentNm', direction: 'asc' },
})
const accepts = (wire: Record<string, unknown>) => z.safeDecode(list.query, wire as never).success

describe('the request of a list', () => {
  test('may be empty, and takes what an address has as text', () => {
    expect(z.decode(list.query, {})).toEqual({})
    expect(
      z.decode(list.query, {
        nm: 'a',
        clientId: '7',
        pageNo: '2',
        pageSize: '30',
        sort: 'createdDt',
        direction: 'desc',
      }),
    ).toEqual({ nm: 'a', clientId: 7, pageNo: 2, pageSize: 30, sort: 'createdDt', direction: 'desc' })
  })

  test.each([
    ['another filter', { name: 'a' }],
    ['another column', { sort: 'password_hash' }],
    ['another direction', { direction: 'up' }],
    ['page 0', { pageNo: '0' }],
    ['a page that is no number', { pageNo: 'x' }],
    ['a size between', { pageSize: '20' }],
    ['a size as a fraction', { pageSize: 15.5 }],
    ['the same key twice', { nm: ['a', 'b'] }],
    ['a text that is too long', { nm: 'x'.repeat(21) }],
    ['a text with NUL', { nm: 'a\0' }],
  ])('is refused with %s', (_what, wire) => expect(accepts(wire)).toBe(false))

  test('takes the sizes 15, 30 and 60, and sends them as numbers', () => {
    for (const pageSize of ['15', '30', '60', 15, 30, 60]) expect(accepts({ pageSize })).toBe(true)
    expect(z.encode(list.query, { pageSize: 30 })).toEqual({ pageSize: 30 })
  })

  test('has no pages where all rows are asked for', () => {
    expect(z.safeDecode(list.selection, { pageNo: '1' } as never).success).toBe(false)
    expect(z.decode(list.selection, { nm: 'a', sort: 'createdDt' })).toEqual({ nm: 'a', sort: 'createdDt' })
  })
})

test('the order is the list’s own unless the request names a column', () => {
  expect(sortOf(list, {})).toEqual({ column: 'departmentNm', direction: 'asc' })
  expect(sortOf(list, { direction: 'desc' })).toEqual({ column: 'departmentNm', direction: 'asc' })
  expect(sortOf(list, { sort: 'createdDt' })).toEqual({ column: 'createdDt', direction: 'asc' })
  expect(sortOf(list, { sort: 'createdDt', direction: 'desc' })).toEqual({ column: 'createdDt', direction: 'desc' })
})
