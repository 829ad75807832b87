import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { logForUser } from '@portico/contract/client-log/client-log.ts'
import { getSessionTimeout, logout, staySignedIn } from '@portico/contract/session/session.ts'
import { answer, requestsTo } from '../../test/answer.ts'
import { signInAs } from '../../test/people.ts'
import { noteAccess } from '../api/last-access.ts'
import { queryClient } from '../api/query.ts'
import { currentSession } from '../api/session.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { timeoutQuery } from './frame-queries.ts'
import { IdleWatch } from './IdleWatch.tsx'
// Lazily loaded; loaded here before the clock stops.
import './SessionEndingModal.tsx'

const warning = vi.hoisted(() => ({ isMissing: false }))
vi.mock('./SessionEndingModal.tsx', async (original) => {
  const { SessionEndingModal } = await original<{ SessionEndingModal: unknown }>()
  return {
    get SessionEndingModal() {
      if (warning.isMissing) throw new TypeError('Failed to fetch dynamically imported module')
      return SessionEndingModal
    },
  }
})

const MINUTE = 60_000

/** The last access never decreases, so each test happens later than the one before. */
let now = Date.now()

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  answer(getSessionTimeout, 30)
  answer(staySignedIn, { lastAccessDt: new Date() })
  answer(logout, null)
  signInAs()
  // As the route's loader does before the page renders.
  await queryClient.ensureQueryData(timeoutQuery(7))
  now += 120 * MINUTE
  vi.useFakeTimers({ now })
  noteAccess()
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider buttonColor="#1f3a5f">
        <IdleWatch />
      </ThemeProvider>
    </QueryClientProvider>,
  )
})

const dialog = () => screen.queryByRole('dialog', { name: 'Are you still there?' })

// The first test: what was loaded once stays.
test('where the warning cannot be loaded, the time is announced by itself, and the failure once', async () => {
  warning.isMissing = true
  onTestFinished(() => void (warning.isMissing = false))
  answer(logForUser, null)
  await pass(28 * MINUTE + 5000)
  const failure = screen.getByRole('alert').textContent
  expect(screen.getByRole('status').textContent).toContain('2:00')
  await pass(31_000)
  expect(screen.getByRole('status').textContent).toContain('1:30')
  expect(screen.getByRole('alert').textContent).toBe(failure)
})

test('the timeout comes from the server, and the warning shows two minutes before the end (SESS-019, SESS-024)', async () => {
  await pass(27 * MINUTE)
  expect(dialog()).toBeNull()
  await pass(MINUTE + 1000)
  expect(dialog()).not.toBeNull()
  expect(dialog()?.textContent).toContain('1:59')
  await pass(60_000)
  expect(dialog()?.textContent).toContain('0:59')
})

test('after the timeout this browser is signed out', async () => {
  await pass(30 * MINUTE + 1000)
  expect(currentSession()).toBeNull()
  expect(requestsTo(logout)).toEqual([])
})

test('staying signed in reports activity to the server and closes the warning', async () => {
  await pass(28 * MINUTE + 5000)
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await pass(1000)
  expect(requestsTo(staySignedIn)).toHaveLength(1)
  expect(dialog()).toBeNull()
  await pass(27 * MINUTE)
  expect(dialog()).toBeNull()
})

test('signing out from the warning ends the session', async () => {
  await pass(28 * MINUTE + 5000)
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await pass(1000)
  expect(requestsTo(logout)).toHaveLength(1)
  expect(currentSession()).toBeNull()
})

test('activity in another tab counts', async () => {
  const otherTab = new BroadcastChannel('portico')
  await pass(28 * MINUTE + 5000)
  expect(dialog()).not.toBeNull()
  otherTab.postMessage({ kind: 'active', at: Date.now() })
  vi.useRealTimers()
  await expect.poll(dialog).toBeNull()
  otherTab.close()
})

test('activity of the administrator in another tab does not count for an emulation, which the server lets go idle', async () => {
  sessionStorage.setItem('adminJson', JSON.stringify({ id: 7, userNm: 'ann.smith', firstNm: 'Ann' }))
  const otherTab = new BroadcastChannel('portico')
  await pass(28 * MINUTE + 5000)
  vi.useRealTimers()
  otherTab.postMessage({ kind: 'active', at: Date.now() + 60 * MINUTE })
  await new Promise((resolve) => {
    const own = new BroadcastChannel('portico')
    own.onmessage = () => {
      own.close()
      resolve(null)
    }
    otherTab.postMessage({ kind: 'who-is-signed-in' })
  })
  expect(dialog()).not.toBeNull()
  otherTab.close()
  sessionStorage.removeItem('adminJson')
})

test('reading and scrolling is reported to the server, at most once a minute', async () => {
  await pass(59_000)
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  expect(requestsTo(staySignedIn)).toHaveLength(0)
  await pass(2000)
  fireEvent.wheel(window)
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  await pass(1000)
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  expect(requestsTo(staySignedIn)).toHaveLength(1)
})

test('activity while the warning is shown does not dismiss it', async () => {
  await pass(28 * MINUTE + 5000)
  fireEvent.pointerDown(window)
  await pass(1000)
  expect(requestsTo(staySignedIn)).toHaveLength(0)
  expect(dialog()).not.toBeNull()
})
