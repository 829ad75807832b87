import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ThemeProvider } from './ThemeProvider.tsx'
import { ConfirmModal } from './ConfirmModal.tsx'
import type { Outcome } from './outcome.ts'
import { TextField } from './TextField.tsx'
import { currentToasts, toast } from './toast.ts'

afterEach(() => {
  cleanup()
  toast.clear()
  vi.useRealTimers()
})

/** Long, because the fake clock also advances with real time. */
const CLOSE_AFTER_MS = 60_000

interface Given {
  onConfirm: () => Promise<Outcome | null>
  onClose?: () => void
}

const open = ({ onConfirm, onClose = () => undefined }: Given) =>
  render(
    <ThemeProvider buttonColor="#0057b8">
      <ConfirmModal
        opened
        onClose={onClose}
        onConfirm={onConfirm}
        title="Add a department"
        confirmLabel="Add"
        cancelLabel="Cancel"
        closeAfterMs={CLOSE_AFTER_MS}
      >
        <TextField label="Name" />
      </ConfirmModal>
    </ThemeProvider>,
  )

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const submit = () => screen.getByRole('button', { name: 'Add' })

test('success is shown in the dialog, which closes after a delay (UIGN-035)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const onClose = vi.fn<() => void>()
  open({ onConfirm: () => Promise.resolve({ ok: true, message: 'The department has been added.' }), onClose })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(submit())
  expect(await screen.findByRole('status')).toHaveProperty('textContent', 'The department has been added.')
  expect(onClose).not.toHaveBeenCalled()
  wait(CLOSE_AFTER_MS)
  expect(onClose).toHaveBeenCalledOnce()
  expect(currentToasts().recent[0]?.text).toBe('The department has been added.')
})

test('success stays while the pointer is on it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const onClose = vi.fn<() => void>()
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open({ onConfirm: () => Promise.resolve({ ok: true, message: 'Added.' }), onClose })
  await person.click(submit())
  await person.hover(await screen.findByText('Added.'))
  wait(2 * CLOSE_AFTER_MS)
  expect(onClose).not.toHaveBeenCalled()
  await person.unhover(screen.getByText('Added.'))
  wait(CLOSE_AFTER_MS)
  expect(onClose).toHaveBeenCalledOnce()
})

test('an error is shown in the dialog, and typed values stay (UIGN-035)', async () => {
  const person = userEvent.setup()
  open({ onConfirm: () => Promise.resolve({ ok: false, message: 'A department of this name exists.' }) })
  await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Sales')
  await person.click(submit())
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'A department of this name exists.')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Sales')
})

test('during a submit it neither closes nor submits again', async () => {
  const person = userEvent.setup()
  const onClose = vi.fn<() => void>()
  let finish: (outcome: Outcome) => void = () => undefined
  const onConfirm = vi.fn<() => Promise<Outcome>>(() => new Promise((resolve) => (finish = resolve)))
  open({ onConfirm, onClose })
  await person.click(submit())
  expect(submit().getAttribute('aria-busy')).toBe('true')
  await person.click(submit())
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  act(() => finish({ ok: false, message: 'No.' }))
  await waitFor(() => expect(submit().getAttribute('aria-busy')).toBeNull())
})

test('a refused field has the focus, and again after the next try', async () => {
  const person = userEvent.setup()
  function Question() {
    const [error, setError] = useState<string>()
    const refuse = () => {
      setError('Taken.')
      return Promise.resolve({ ok: false, message: 'No.' } as const)
    }
    return (
      <ConfirmModal opened onClose={() => undefined} onConfirm={refuse} title="Add" confirmLabel="Add" cancelLabel="No">
        <TextField label="Name" error={error} />
      </ConfirmModal>
    )
  }
  render(
    <ThemeProvider buttonColor="#0057b8">
      <Question />
    </ThemeProvider>,
  )
  for (const _try of [1, 2]) {
    await person.click(submit())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
  }
})

test('the close button has an accessible name and closes', async () => {
  const onClose = vi.fn<() => void>()
  open({ onConfirm: () => Promise.resolve(null), onClose })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})
