import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logAnonymously, logForUser } from '@portico/contract/client-log/client-log.ts'
import {
  beginLogoutChain,
  noteLogoutStep,
  readLogoutChain,
  type LogoutOutcome,
  type LogoutStep,
} from '@portico/contract/logout-chain/logout-chain.ts'
import { logout } from '@portico/contract/session/session.ts'
import { answer, failToConnect, refuse, requestsTo } from '../../../test/answer.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { currentSession } from '../../api/session.ts'
import { withMode } from './logout-chain.ts'

let leave: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  vi.stubGlobal('stop', () => undefined)
  answer(logout, null)
  answer(logAnonymously, null)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const step = (name: string, outcome: LogoutOutcome, url: string | null): LogoutStep => ({
  systemId: name.length,
  systemNm: name,
  systemCd: name.toUpperCase(),
  browserLogoutUrl: url,
  outcome,
})
const chainOf = (...steps: LogoutStep[]) => ({ secondsLeft: 90, steps })
const ARCHIVE = 'https://archive.example.test/logout?all=1'
const stateOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement)

test.each([
  ['https://a.test/logout', 'https://a.test/logout?logoutMode=E'],
  ['https://a.test/logout?all=1#x', 'https://a.test/logout?all=1&logoutMode=E#x'],
])('in mode E the address %s carries the mode (LOUT-020)', (address, expected) => {
  expect(withMode(address, 'E')).toBe(expected)
  expect(withMode(address, undefined)).toBe(address)
})

describe('signing out', () => {
  test('leads to the first application, and at once to the receipt when the user finishes (LOUT-019)', async () => {
    signInAs({})
    answer(beginLogoutChain, chainOf(step('Archive', 'waiting', ARCHIVE)))
    answer(noteLogoutStep, chainOf(step('Archive', 'skipped', ARCHIVE)))
    const { person } = renderPage('/logout')
    await screen.findByText('Signing you out of Archive…')
    expect(leave).toHaveBeenCalledWith(ARCHIVE)
    await person.click(screen.getByRole('button', { name: 'Finish now' }))
    await screen.findByRole('heading', { name: 'You’re signed out' })
  })

  test('goes on when an application sends the browser back, and ends with the receipt (LOUT-010, LOUT-021, LOUT-022)', async () => {
    signInAs({})
    answer(beginLogoutChain, chainOf(step('Archive', 'waiting', ARCHIVE), step('Print', 'not-supported', null)))
    answer(noteLogoutStep, chainOf(step('Archive', 'done', ARCHIVE), step('Print', 'not-supported', null)))
    renderPage('/logout?app=ARCHIVE')
    await screen.findByRole('heading', { name: 'You’re signed out' })
    expect(requestsTo(noteLogoutStep).at(-1)).toMatchObject({ body: { outcome: 'done' } })
    stateOf('Archive').getByText('Signed out')
    stateOf('Print').getByText('Can’t be signed out from here')
    expect(leave).not.toHaveBeenCalled()
    expect(currentSession()).toBeNull()
    expect(requestsTo(logout)).toHaveLength(1)
    expect(sessionStorage.length).toBe(0)
  })

  test('goes on past an application that the user skips', async () => {
    signInAs({})
    answer(beginLogoutChain, chainOf(step('Archive', 'waiting', ARCHIVE)))
    const { person } = renderPage('/logout')
    answer(noteLogoutStep, chainOf(step('Archive', 'skipped', ARCHIVE)))
    await person.click(await screen.findByRole('button', { name: 'Skip Archive' }))
    await screen.findByText(/You may still be signed in/)
    expect(requestsTo(noteLogoutStep)[0]).toMatchObject({ body: { outcome: 'skipped' } })
    stateOf('Archive').getByText('Skipped')
  })

  test('waits for an application that the server signs out', async () => {
    signInAs({})
    answer(beginLogoutChain, chainOf(step('Desk', 'waiting', null)))
    answer(readLogoutChain, chainOf(step('Desk', 'done', null)))
    renderPage('/logout')
    await screen.findByText('You’re signed out of the portal and of every application that you opened.')
    expect(leave).not.toHaveBeenCalled()
  })

  test('shows the receipt of a session that ended while an application kept the browser', async () => {
    signInAs({})
    localStorage.setItem('activeApps', JSON.stringify([step('Archive', 'waiting', ARCHIVE)]))
    refuse(beginLogoutChain, 401, 'You are not logged in. Please login again.', { endReason: 'closed' })
    renderPage('/logout')
    await screen.findByRole('heading', { name: 'You’re signed out' })
    stateOf('Archive').getByText('No answer')
  })

  test('ends the session also where the server fails to begin the chain, and promises nothing (LOUT-022)', async () => {
    signInAs({})
    refuse(beginLogoutChain, 503, 'The portal is busy. Try again in a moment.')
    renderPage('/logout')
    await screen.findByText(/You may still be signed in to applications that you opened/)
    expect(requestsTo(logout)).toHaveLength(1)
    expect(currentSession()).toBeNull()
  })

  test('ends the session where the server fails on the way, and says which applications gave no answer (LOUT-022)', async () => {
    signInAs({})
    answer(beginLogoutChain, chainOf(step('Print', 'done', null), step('Archive', 'waiting', ARCHIVE)))
    failToConnect(noteLogoutStep)
    renderPage('/logout?app=ARCHIVE')
    await screen.findByRole('heading', { name: 'You’re signed out' })
    stateOf('Print').getByText('Signed out')
    stateOf('Archive').getByText('No answer')
    expect(requestsTo(logout)).toHaveLength(1)
    expect(currentSession()).toBeNull()
  })

  describe('at the receipt', () => {
    afterEach(() => vi.useRealTimers())
    const SECONDS = /^The (sign-in|next) page opens in (\d+) seconds?\.$/

    async function atReceipt(person: Parameters<typeof signInAs>[0] = {}) {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      signInAs(person)
      answer(beginLogoutChain, chainOf(step('Print', 'not-supported', null)))
      const page = renderPage('/logout')
      await screen.findByRole('heading', { name: 'You’re signed out' })
      return { ...page, person: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) }
    }
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

    test('the sign-in page opens by itself after twenty seconds (LOUT-008)', async () => {
      const { address } = await atReceipt()
      const timer = screen.getByRole('timer')
      expect(timer.textContent).toMatch(SECONDS)
      await pass(10_000)
      expect(Number(SECONDS.exec(timer.textContent ?? '')?.[2])).toBeLessThanOrEqual(10)
      expect(address()).toBe('/logout')
      await pass(10_000)
      await waitFor(() => expect(address()).toBe('/login'))
    })

    test('the user stays as long as they want, and goes on by the button (LOUT-008, WCAG 2.2.1)', async () => {
      const { address, person } = await atReceipt()
      await person.click(screen.getByRole('button', { name: 'Stay on this page' }))
      await screen.findByText('This page stays open.')
      expect(screen.queryByRole('timer')).toBeNull()
      await waitFor(() => expect(document.activeElement?.textContent).toBe('You’re signed out'))
      await pass(600_000)
      expect(address()).toBe('/logout')
      await person.click(screen.getByRole('link', { name: 'Sign in again' }))
      await waitFor(() => expect(address()).toBe('/login'))
    })

    test('a federated user goes on to the sign-out of their provider (LOUT-006)', async () => {
      const { address } = await atReceipt({ federatedUser: true })
      await pass(21_000)
      await waitFor(() => expect(address()).toBe('/federated-sso-logout'))
    })

    test('a directory user goes on to the sign-out of their company (LOUT-004)', async () => {
      answer(logout, { signOutUrl: 'https://company.example.test/out', signInUrl: 'https://company.example.test/' })
      await atReceipt({ idmuser: true })
      await pass(21_000)
      await waitFor(() => expect(leave).toHaveBeenCalledWith('https://company.example.test/out'))
    })
  })

  test.each(['null', '{}', '"Archive"', '['])(
    'without a session leads to the sign-in page, where %j is kept of the applications',
    async (kept) => {
      localStorage.setItem('activeApps', kept)
      const { address } = renderPage('/logout')
      await waitFor(() => expect(address()).toBe('/login'))
    },
  )

  test('without a session or a receipt leads to the sign-in page', async () => {
    const { address } = renderPage('/logout')
    await waitFor(() => expect(address()).toBe('/login'))
  })
})

test('the redirect-blocked page follows and shows nothing, and records that it was opened (LOUT-012, LOUT-013)', async () => {
  renderPage('/redirect-blocked?a=https%3A%2F%2Fevil.example.test%2F%3Cscript%3E')
  await screen.findByRole('heading', { name: 'Redirect blocked' })
  expect(document.body.textContent).not.toContain('evil')
  await waitFor(() => expect(requestsTo(logAnonymously)).toHaveLength(1))
  expect(JSON.stringify(requestsTo(logAnonymously)[0]?.body)).not.toContain('evil')
  expect(leave).not.toHaveBeenCalled()
})

test('the redirect-blocked page stays where the session behind it has ended, as that of an emulation in mode E (LOUT-013)', async () => {
  signInAs()
  refuse(logForUser, 401, '')
  const { address } = renderPage('/redirect-blocked')
  await screen.findByRole('heading', { name: 'Redirect blocked' })
  await waitFor(() => expect(requestsTo(logAnonymously)).toHaveLength(1))
  expect(requestsTo(logForUser)).toEqual([])
  expect([address(), leave.mock.calls]).toEqual(['/redirect-blocked', []])
})
