import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { FilterLine } from './FilterLine.tsx'

// Nothing has a width here: one filter has room.
vi.mock('./use-fitting-count.ts', () => ({
  useFittingCount: () => ({ ref: { current: null }, count: 1, isMeasuring: false }),
}))

function Line({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  const [isOpen, setIsOpen] = useState(false)
  const control = (name: string, shown: string) => (
    <input key={name} aria-label={name} value={shown} onChange={(event) => setValue(event.currentTarget.value)} />
  )
  return (
    <FilterLine
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      filters={[
        { name: 'state', isActive: false, isNeeded: false, control: control('state', '') },
        { name: 'center', isActive: value !== '', isNeeded: false, control: control('center', value) },
        { name: 'from', isActive: false, isNeeded: false, control: control('from', '') },
      ]}
    />
  )
}

const names = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))

test('a filter that I empty to fill it anew stays, with the focus', () => {
  render(<Line first="CC" />, { wrapper: MantineProvider })
  expect(names()).toEqual(['state', 'center'])
  const field = screen.getByRole('textbox', { name: 'center' })
  field.focus()
  fireEvent.change(field, { target: { value: '' } })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'center' }))
  expect(document.activeElement).toBe(field)
})

test('what I have not set goes behind More again', () => {
  render(<Line first="" />, { wrapper: MantineProvider })
  expect(names()).toEqual(['state'])
  fireEvent.click(screen.getByRole('button', { name: 'More filters' }))
  expect(names()).toEqual(['state', 'center', 'from'])
  fireEvent.click(screen.getByRole('button', { name: 'More filters' }))
  expect(names()).toEqual(['state'])
})
