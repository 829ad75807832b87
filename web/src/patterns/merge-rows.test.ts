import { expect, test } from 'vitest'
import { mergeField, mergeOrderedRows } from './merge-rows.ts'

const rowsOf = (keys: string) => keys.split('').map((key) => ({ key }))
const merged = (mine: string, before: string, loaded: string) =>
  mergeOrderedRows(rowsOf(mine), rowsOf(before), rowsOf(loaded), ({ key }) => key)
    .map(({ key }) => key)
    .join('')

test.each([
  ['what each of us adds is in the list', 'abm', 'ab', 'abt', 'abtm'],
  ['what I add at a place stays there', 'mab', 'ab', 'abt', 'mabt'],
  ['what either of us removes is gone', 'bc', 'abc', 'ab', 'b'],
  ['my order stays, with what they added at its place', 'ba', 'ab', 'atb', 'tba'],
  ['their order is taken where I moved nothing', 'abm', 'ab', 'ba', 'bam'],
  ['my order stays where both moved rows', 'bac', 'abc', 'cab', 'bac'],
  ['what I change of an empty list is kept', 'm', '', 't', 'tm'],
])('%s', (_title, mine, before, loaded, expected) => {
  expect(merged(mine, before, loaded)).toBe(expected)
})

test('a list of ids is merged entry by entry, any other value is the one of the user', () => {
  expect(mergeField([1, 3, 4], [1, 2, 3], [1, 2, 3, 5])).toEqual([1, 3, 5, 4])
  expect(mergeField('mine', 'old', 'theirs')).toBe('mine')
  expect(mergeField(null, [1], [1, 2])).toBeNull()
})
