import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deFormTexts } from '@portico/contract/texts/de/form-texts.ts'
import { replaceLanguage } from '../api/texts.ts'
import { formatDayInWords } from '../ui/calendar-day.ts'
import { today } from '../ui/day-bounds.ts'
import { Modal } from '../ui/Modal.tsx'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { DateField } from './DateField.tsx'

const onDay = vi.fn<(day: string) => void>()

function Field({ first = '', min, max }: { first?: string; min?: string; max?: string }) {
  const [value, setValue] = useState(first)
  return (
    <DateField
      label="Last day"
      value={value}
      min={min}
      max={max}
      onChange={({ currentTarget }) => {
        onDay(currentTarget.value)
        setValue(currentTarget.value)
      }}
    />
  )
}

const show = (element: React.ReactNode) => {
  render(<ThemeProvider buttonColor="#0057b8">{element}</ThemeProvider>)
  return userEvent.setup()
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Last day' })
const open = async (person: ReturnType<typeof userEvent.setup>) => {
  await person.click(screen.getByRole('button', { name: 'Open the calendar' }))
  return within(await screen.findByRole('dialog', { name: 'Last day' }))
}
const focusedDay = () => document.activeElement?.getAttribute('aria-label')

beforeEach(() => {
  onDay.mockClear()
  document.documentElement.lang = 'en'
})
afterEach(() => {
  document.documentElement.lang = 'en'
  replaceLanguage('en', {})
})

describe('a date field', () => {
  test('takes a day as I write it and shows it in full once I leave', async () => {
    const person = show(<Field />)
    await person.type(field(), '1/5/27')
    await person.tab()
    expect(onDay).toHaveBeenLastCalledWith('2027-01-05')
    expect(field().value).toBe('01/05/2027')
    await person.clear(field())
    expect(onDay).toHaveBeenLastCalledWith('')
  })

  test('takes a year of two digits when I press Enter, before the form is sent', async () => {
    const person = show(<Field />)
    await person.type(field(), '1/5/27{Enter}')
    expect(onDay).toHaveBeenLastCalledWith('2027-01-05')
    expect(document.activeElement).toBe(field())
  })

  test('keeps a text that is no day, for the form to say so', async () => {
    const person = show(<Field first="2026-11-20" />)
    await person.clear(field())
    await person.type(field(), 'soon')
    await person.tab()
    expect(field().value).toBe('soon')
    expect(onDay).toHaveBeenLastCalledWith('soon')
  })

  test('opens a calendar at its day, in which the arrow keys move and Enter chooses', async () => {
    const person = show(<Field first="2026-12-30" />)
    const calendar = await open(person)
    await waitFor(() => expect(focusedDay()).toBe('Wednesday, December 30, 2026'))
    expect(calendar.getByRole('grid', { name: 'December 2026' })).toBeDefined()
    await person.keyboard('{ArrowDown}')
    expect(focusedDay()).toBe('Wednesday, January 6, 2027')
    expect(calendar.getByRole('grid', { name: 'January 2027' })).toBeDefined()
    await person.keyboard('{Home}')
    expect(focusedDay()).toBe('Sunday, January 3, 2027')
    await person.keyboard('{PageDown}{ArrowLeft}{Enter}')
    expect(onDay).toHaveBeenLastCalledWith('2027-02-02')
    expect(field().value).toBe('02/02/2027')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the calendar' }))
  })

  test('closes its calendar with Escape, not the dialog around it, and returns the focus', async () => {
    const onClose = vi.fn<() => void>()
    const person = show(
      <Modal opened title="Share" onClose={onClose}>
        <Field first="2026-12-30" />
      </Modal>,
    )
    await open(person)
    await waitFor(() => expect(focusedDay()).toBe('Wednesday, December 30, 2026'))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Last day' })).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open the calendar' }))
  })

  test('goes through the months by its buttons, which keep the focus, and offers no day before the first', async () => {
    const person = show(<Field first="2026-12-30" min="2026-12-15" />)
    const calendar = await open(person)
    await person.click(calendar.getByRole('button', { name: 'Next month' }))
    expect(calendar.getByRole('grid', { name: 'January 2027' })).toBeDefined()
    expect(document.activeElement).toBe(calendar.getByRole('button', { name: 'Next month' }))
    await person.click(calendar.getByRole('button', { name: 'Previous month' }))
    await person.click(calendar.getByRole('button', { name: 'Monday, December 14, 2026' }))
    expect(onDay).not.toHaveBeenCalled()
    await person.click(calendar.getByRole('button', { name: 'Tuesday, December 15, 2026' }))
    expect(onDay).toHaveBeenLastCalledWith('2026-12-15')
  })

  test('offers no day after the last one, which it offers', async () => {
    const person = show(<Field first="2026-12-10" min="2026-12-10" max="2026-12-15" />)
    const calendar = await open(person)
    const offered = calendar
      .getAllByRole('button', { name: /December/ })
      .filter((day) => day.getAttribute('aria-disabled') !== 'true')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['10', '11', '12', '13', '14', '15'])
    await person.click(calendar.getByRole('button', { name: 'Wednesday, December 16, 2026' }))
    expect(onDay).not.toHaveBeenCalled()
    await person.click(calendar.getByRole('button', { name: 'Tuesday, December 15, 2026' }))
    expect(onDay).toHaveBeenLastCalledWith('2026-12-15')
  })

  test('goes with the keys to the end of a week, a month back, and whole years', async () => {
    const person = show(<Field first="2026-12-30" />)
    await open(person)
    await waitFor(() => expect(focusedDay()).toBe('Wednesday, December 30, 2026'))
    for (const [keys, day] of [
      ['{End}', 'Saturday, January 2, 2027'],
      ['{ArrowUp}', 'Saturday, December 26, 2026'],
      ['{ArrowRight}', 'Sunday, December 27, 2026'],
      ['{PageUp}', 'Friday, November 27, 2026'],
      ['{Shift>}{PageUp}{/Shift}', 'Thursday, November 27, 2025'],
      ['{Shift>}{PageDown}{PageDown}{/Shift}', 'Saturday, November 27, 2027'],
    ] as const) {
      await person.keyboard(keys)
      expect(focusedDay()).toBe(day)
    }
  })

  test.each([
    ['at the first day it offers, where that is still to come', '2098-11-20', 'Thursday, November 20, 2098'],
    ['today, where days before today are offered', '2020-01-01', formatDayInWords(today())],
  ])('without a day opens its calendar %s', async (_where, min, focused) => {
    const person = show(<Field min={min} />)
    await open(person)
    await waitFor(() => expect(focusedDay()).toBe(focused))
  })

  test('opens its calendar and offers every day where its bounds are no days', async () => {
    const person = show(<Field min="31.12." max="1" />)
    const calendar = await open(person)
    for (const day of calendar.getAllByRole('button')) expect(day.getAttribute('aria-disabled')).toBeNull()
  })

  test('shows a day that comes from elsewhere while I type, and forgets what I typed', async () => {
    let goTo: (day: string) => void = () => undefined
    function Shared() {
      const [value, setValue] = useState('')
      useEffect(() => {
        goTo = setValue
      }, [])
      return (
        <DateField label="Last day" value={value} onChange={({ currentTarget }) => setValue(currentTarget.value)} />
      )
    }
    const person = show(<Shared />)
    await person.type(field(), '1/5/27')
    act(() => goTo('2026-11-20'))
    expect(field().value).toBe('11/20/2026')
    await person.tab()
    expect(field().value).toBe('11/20/2026')
  })

  test('speaks German: the order, the months, and weeks from Monday', async () => {
    document.documentElement.lang = 'de'
    replaceLanguage('de', deFormTexts)
    const person = show(<Field />)
    expect(field().placeholder).toBe('TT.MM.JJJJ')
    await person.type(field(), '31.12.2026')
    await person.tab()
    expect(onDay).toHaveBeenLastCalledWith('2026-12-31')
    expect(field().value).toBe('31.12.2026')
    await person.click(screen.getByRole('button', { name: 'Kalender öffnen' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Last day' }))
    expect(calendar.getByRole('grid', { name: 'Dezember 2026' })).toBeDefined()
    expect(calendar.getAllByRole('columnheader')[0]?.textContent).toBe('Mo')
  })
})
