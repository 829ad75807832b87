import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** Rounds of the event loop in which an answer may arrive. */
const ROUNDS = 500

/** Longer than a closed dialog takes to return the focus. */
const FOCUS_RETURNS_MS = 50

/** Presses the button of a dialog, waits for the success, and expects the dialog to close exactly `ms` after it. */
export async function expectClosesAfter(button: HTMLElement, success: string, ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  // Runs what is due, without letting time pass.
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
  const dialog = button.closest('[role="dialog"]')
  const isShown = () => dialog?.isConnected === true && dialog.textContent.includes(success)
  try {
    fireEvent.click(button)
    for (let round = 0; round < ROUNDS && !isShown(); round++) await settle()
    expect(dialog?.textContent).toContain(success)
    await settle()
    await act(() => vi.advanceTimersByTimeAsync(ms - 1))
    expect(isShown()).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(1))
    for (let round = 0; round < ROUNDS && isShown(); round++) await settle()
    expect(isShown()).toBe(false)
    // The focus returns when the dialog is gone.
    await act(() => vi.advanceTimersByTimeAsync(FOCUS_RETURNS_MS))
  } finally {
    vi.useRealTimers()
  }
}

/** Escape asks before the dialog discards what was entered, and closes it once that is confirmed. */
export async function expectAsksBeforeClosing(person: UserEvent): Promise<void> {
  await person.keyboard('{Escape}')
  await screen.findByText('Your changes aren’t saved yet.')
  await person.click(screen.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
