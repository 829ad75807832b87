import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type FormEvent, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../api/query.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { Combobox, type Option } from './Combobox.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

const towns = ['Seattle', 'Tacoma', 'Olympia', 'Yakima'].map((label) => ({ value: label, label }))

interface TownsProps {
  multiple: boolean
  first?: readonly Option[]
  without?: string
}

function Towns({ multiple, first = [], without }: TownsProps) {
  const [chosen, setChosen] = useState(first)
  const [isSent, setIsSent] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsSent(true)
  }
  return (
    <form onSubmit={send}>
      <Combobox
        label="Towns"
        queryName="towns of a test"
        load={(text, offset) => {
          const found = towns.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
          return Promise.resolve({ rows: found.slice(offset, offset + 2), total: found.length })
        }}
        selected={chosen}
        onChange={setChosen}
        multiple={multiple}
        {...(without !== undefined && { without })}
      />
      <output>{chosen.map(({ label }) => label).join(', ')}</output>
      <button type="submit">Send</button>
      {isSent && <p>It is sent.</p>}
    </form>
  )
}
function show(multiple: boolean, others: Omit<TownsProps, 'multiple'> = {}) {
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider buttonColor="#0057b8">
        <Towns multiple={multiple} {...others} />
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Towns' })
const chosen = () => screen.getByRole('status').textContent
const option = (name: string | RegExp) => screen.findByRole('option', { name })

test('where one can be chosen, another one replaces it, and the list closes', async () => {
  const person = show(false)
  await person.click(field())
  await person.click(await option('Seattle'))
  expect(chosen()).toBe('Seattle')
  expect(screen.queryByRole('option')).toBeNull()
  await person.click(field())
  await person.click(await option('Tacoma'))
  expect(chosen()).toBe('Tacoma')
})

test('where several can be chosen, they stay in my order, the list stays open, and choosing one again takes it away', async () => {
  const person = show(true)
  await person.click(field())
  await person.click(await option('Tacoma'))
  await person.click(await option('Seattle'))
  expect(chosen()).toBe('Tacoma, Seattle')
  expect((await option('✓ Tacoma')).getAttribute('aria-selected')).toBe('true')
  await person.click(await option('✓ Tacoma'))
  expect(chosen()).toBe('Seattle')
})

test('Backspace takes away the last choice, but only in an empty field', async () => {
  const person = show(true, { first: towns.slice(0, 2) })
  await person.type(field(), 'x{Backspace}')
  expect(chosen()).toBe('Seattle, Tacoma')
  await person.type(field(), '{Backspace}')
  expect(chosen()).toBe('Seattle')
})

test.each(['{Enter}', 'a click'])(
  'after a choice is removed by its button with %s, the keyboard goes on in the field, and no list opens',
  async (way) => {
    const person = show(true, { first: towns.slice(0, 2) })
    const button = screen.getByRole('button', { name: 'Remove Seattle' })
    if (way === 'a click') await person.click(button)
    else {
      button.focus()
      await person.keyboard(way)
    }
    expect(chosen()).toBe('Tacoma')
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('option')).toBeNull()
    await person.click(field())
    await option('Seattle')
  },
)

test.each(['Seattle', 'Yakima'])(
  '%s, which is not offered, neither hides others nor offers more of them',
  async (without) => {
    const person = show(true, { without })
    await person.click(field())
    await person.click(await option('Show more'))
    await option('Olympia')
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Show more' })).toBeNull())
    const left = towns.map(({ label }) => label).filter((town) => town !== without)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(left)
  },
)

test('more are loaded until all are there', async () => {
  const person = show(true)
  await person.click(field())
  await person.click(await option('Show more'))
  await option('Yakima')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Show more' })).toBeNull())
  expect(screen.getAllByRole('option')).toHaveLength(4)
  await person.type(field(), 'ol')
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Olympia']))
})

test('what I type after a choice takes the place of what I searched for before', async () => {
  const person = show(true)
  await person.type(field(), 'Taco')
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Seattle' })).toBeNull())
  await person.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('Tacoma')
  await person.keyboard('Yak')
  expect(field().value).toBe('Yak')
  await person.click(await option('Yakima'))
  expect(chosen()).toBe('Tacoma, Yakima')
})

test('Enter on a name that is not found sends nothing; in the closed and empty field it sends the form', async () => {
  const person = show(true, { first: towns.slice(0, 1) })
  await person.type(field(), 'Atlantis')
  await screen.findByText('No results found.')
  await person.keyboard('{Enter}')
  expect(screen.queryByText('It is sent.')).toBeNull()
  await person.keyboard('{Escape}{Enter}')
  expect(screen.getByText('It is sent.')).toBeDefined()
})
