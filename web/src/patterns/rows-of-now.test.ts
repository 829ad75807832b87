import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCurrentRow } from './list-query.ts'
import { useOpenRowSelection, useRowSelection } from './use-row-selection.ts'

interface Person {
  id: number
  name: string
}
const ann: Person = { id: 1, name: 'Ann' }
const bob: Person = { id: 2, name: 'Bob' }
const idOf = ({ id }: Person) => id

test('the dialog of a record follows the list, and keeps what it showed last once the list has the record no more', () => {
  const { result, rerender } = renderHook(({ opened, rows }) => useCurrentRow(opened, rows, idOf), {
    initialProps: { opened: null as Person | null, rows: [ann, bob] },
  })
  expect(result.current).toBeNull()
  rerender({ opened: ann, rows: [ann, bob] })
  expect(result.current).toEqual(ann)
  const renamed = { ...ann, name: 'Ann B.' }
  rerender({ opened: ann, rows: [bob, renamed] })
  expect(result.current).toEqual(renamed)
  rerender({ opened: ann, rows: [bob] })
  expect(result.current).toEqual(renamed)
  rerender({ opened: bob, rows: [] })
  expect(result.current).toEqual(bob)
  rerender({ opened: null, rows: [ann] })
  expect(result.current).toBeNull()
})

test('what I do to selected records is done to them as the list has them now, and as it had them on other pages', () => {
  const { result, rerender } = renderHook(({ rows }) => useRowSelection(rows, idOf), {
    initialProps: { rows: [ann, bob] },
  })
  act(() => result.current.selection.set(['1', '2'], true))
  expect(result.current.selected).toEqual([ann, bob])
  const renamed = { ...bob, name: 'Robert' }
  rerender({ rows: [renamed] })
  expect(result.current.selected).toEqual([ann, renamed])
  act(() => result.current.selection.set(['1'], false))
  rerender({ rows: [] })
  expect(result.current.selected).toEqual([renamed])
})

test('records that a page shows as closed are selected no longer, and those that moved to another page stay so', () => {
  interface Case extends Person {
    isOpen?: boolean
  }
  const a: Case = { ...ann, isOpen: true }
  const b: Case = { ...bob, isOpen: true }
  const c: Case = { id: 3, name: 'Cleo', isOpen: true }
  const { result, rerender } = renderHook(
    ({ rows }: { rows: Case[] }) => useOpenRowSelection(rows, idOf, ({ isOpen = false }) => isOpen),
    { initialProps: { rows: [a, b, c] } },
  )
  const keys = () => [...result.current.selection.keys]
  act(() => result.current.selection.set(['1', '2', '3'], true))
  // Bob's row was decided meanwhile and stays in its place; Cleo's row is on the next page now.
  rerender({ rows: [a, { ...b, isOpen: false }] })
  expect(keys()).toEqual(['1', '3'])
  expect(result.current.selected).toEqual([a, c])
})
