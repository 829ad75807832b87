import { expect, test } from 'vitest'
import { differenceOf } from './difference-rules.ts'

test('only what differs is kept, also within lists', () => {
  expect(differenceOf({ name: 'a', size: 1, ids: [1] }, { name: 'b', size: 1, ids: [1, 2] })).toEqual({
    before: { name: 'a', ids: [1] },
    after: { name: 'b', ids: [1, 2] },
  })
})

test('a value that one state lacks is kept of the other only', () => {
  expect(differenceOf({ name: 'a' }, { note: 'b' })).toStrictEqual({ before: { name: 'a' }, after: { note: 'b' } })
})

test('nothing is kept where nothing differs', () => {
  expect(differenceOf({ at: new Date(0) }, { at: new Date(0) })).toBeNull()
  expect(differenceOf(null, null)).toBeNull()
})

test('all of a record is kept when it was added or removed', () => {
  expect(differenceOf(null, { name: 'a', note: null })).toEqual({ after: { name: 'a', note: null } })
  expect(differenceOf({ name: 'a' }, null)).toEqual({ before: { name: 'a' } })
})

test('of a secret only the change and its presence are kept', () => {
  const kept = differenceOf({ key: 'old', other: null }, { key: 'new', other: 'set' }, ['key', 'other'])
  expect(kept).toEqual({ before: { key: '(hidden)', other: null }, after: { key: '(hidden)', other: '(hidden)' } })
})
