import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SearchField } from './SearchField.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { TextField } from './TextField.tsx'
import { useFocusFirstError } from './use-focus-first-error.ts'

const show = (children: React.ReactNode) => render(<ThemeProvider buttonColor="#0057b8">{children}</ThemeProvider>)

const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('a password can be shown and hidden again, by keyboard too', async () => {
  const person = userEvent.setup()
  show(<PasswordField label="Password" showLabel="Show password" hideLabel="Hide password" defaultValue="secret" />)
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  await person.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.getAttribute('type')).toBe('text')
  await person.keyboard('{Enter}')
  expect(field.getAttribute('type')).toBe('password')
})

test('help and error of a field are read with it (UIGN-001)', () => {
  show(<TextField label="Email" help="For notices" error="That is not a valid email format" />)
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(described(field)).toEqual(expect.arrayContaining(['For notices', 'That is not a valid email format']))
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('further descriptions of a field are read with its help and its error (UIGN-001)', () => {
  show(
    <>
      <TextField label="Email" help="For notices" error="Not valid" aria-describedby="more" />
      <p id="more">Of your company</p>
    </>,
  )
  expect(described(screen.getByRole('textbox', { name: 'Email' }))).toEqual([
    'Not valid',
    'For notices',
    'Of your company',
  ])
})

/** A form that shows its error at the field. */
function ValidatedField({ movesFocus = false }: { movesFocus?: boolean }) {
  const [error, setError] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const lookAt = useFocusFirstError(movesFocus ? tries : 0)
  return (
    <form
      ref={lookAt}
      onSubmit={(event) => {
        event.preventDefault()
        setError('That is not right')
        setTries(tries + 1)
      }}
    >
      <TextField label="Code" error={error} />
      <button type="submit">Send</button>
    </form>
  )
}

test('an error at the focused field is announced politely, in a live region that existed before it (UIGN-001)', async () => {
  const person = userEvent.setup()
  const { container } = show(<ValidatedField />)
  await person.type(screen.getByRole('textbox', { name: 'Code' }), '0')
  const place = container.querySelector('[aria-live="polite"]')
  expect(place?.textContent).toBe('')
  await person.keyboard('{Enter}')
  expect(screen.getByText('That is not right').parentElement).toBe(place)
})

test('an error at a field that receives the focus is read once, with the field', async () => {
  const person = userEvent.setup()
  const { container } = show(<ValidatedField movesFocus />)
  const place = container.querySelector('[aria-live="off"]')
  if (!place) throw new Error('The error has no place of its own')
  const happened: string[] = []
  const watch = new MutationObserver((changes) => {
    happened.push(...changes.map(({ type }) => (type === 'childList' ? 'the error came' : 'announced from now on')))
  })
  watch.observe(place, { childList: true, attributes: true, attributeFilter: ['aria-live'] })
  await person.click(screen.getByRole('button', { name: 'Send' }))
  const field = screen.getByRole('textbox', { name: 'Code' })
  expect(document.activeElement).toBe(field)
  expect(described(field)).toEqual(['That is not right'])
  await waitFor(() => expect(happened).toEqual(['the error came', 'announced from now on']))
  watch.disconnect()
})

test('an unavailable button shows why and does nothing', async () => {
  const press = vi.fn<() => void>()
  show(
    <Button disabledReason="There is nothing to save yet." onClick={press}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'There is nothing to save yet.',
  )
  await userEvent.setup().click(button)
  expect(press).not.toHaveBeenCalled()
})

test('of a segmented control one option is chosen, and arrow keys move it', async () => {
  const person = userEvent.setup()
  const choose = vi.fn<(value: string) => void>()
  const options = [
    { value: 'a', label: 'First' },
    { value: 'b', label: 'Second' },
  ]
  show(<SegmentedControl label="Which" options={options} value="a" onChange={choose} />)
  await person.click(screen.getByRole('radio', { name: 'Second' }))
  expect(choose).toHaveBeenCalledWith('b')
})

/** A page whose search term is in an address that updates with a delay. */
function Searching({ onTerm }: { onTerm: (term: string) => void }) {
  const [term, setTerm] = useState('')
  const keep = (next: string) => {
    onTerm(next)
    setTerm(next)
  }
  return (
    <>
      <SearchField label="Find" clearLabel="Clear" value={term} onChange={keep} delayMs={20} />
      <button onClick={() => setTerm('from the address')}>Back</button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' })

test('a search reports its term once, when typing pauses', async () => {
  const onTerm = vi.fn<(term: string) => void>()
  show(<Searching onTerm={onTerm} />)
  await userEvent.setup({ delay: null }).type(box(), 'tax')
  await waitFor(() => expect(onTerm.mock.calls).toEqual([['tax']]))
  expect(box().value).toBe('tax')
})

test('a search whose address follows late loses nothing of what is typed', async () => {
  const person = userEvent.setup({ delay: null })
  const onTerm = vi.fn<(term: string) => void>()
  const search = (value: string) => (
    <ThemeProvider buttonColor="#0057b8">
      <SearchField label="Find" clearLabel="Clear" value={value} onChange={onTerm} delayMs={20} />
    </ThemeProvider>
  )
  const { rerender } = render(search(''))
  await person.type(box(), 'tax')
  await waitFor(() => expect(onTerm).toHaveBeenLastCalledWith('tax'))
  await person.type(box(), ' office')
  await waitFor(() => expect(onTerm).toHaveBeenLastCalledWith('tax office'))
  rerender(search('tax'))
  expect(box().value).toBe('tax office')
  rerender(search('tax office'))
  expect(box().value).toBe('tax office')
  rerender(search('tax'))
  expect(box().value).toBe('tax')
})

test('a search follows its address, for example after Back', async () => {
  const person = userEvent.setup({ delay: null })
  const onTerm = vi.fn<(term: string) => void>()
  show(<Searching onTerm={onTerm} />)
  await person.type(box(), 'tax')
  await waitFor(() => expect(onTerm).toHaveBeenCalledWith('tax'))
  await person.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(box().value).toBe('from the address'))
})

test('Escape and the clear button clear a search at once and keep the focus in it', async () => {
  const onTerm = vi.fn<(term: string) => void>()
  const person = userEvent.setup({ delay: null })
  show(<Searching onTerm={onTerm} />)
  await person.type(box(), 'tax{Escape}')
  expect(onTerm.mock.calls).toEqual([['']])
  await person.type(box(), 'law')
  await person.click(screen.getByRole('button', { name: 'Clear' }))
  expect(box().value).toBe('')
  expect(document.activeElement).toBe(box())
})
