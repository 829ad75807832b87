import { endOtherSessions, listSessions, listSignIns, reportSignIn } from '@portico/contract/session.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, asked, refuse } from '../../../test/answer.ts'
import { answerAccount } from '../../../test/account.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { currentSession } from '../../api/session.ts'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

const settings = '/content-authenticated/account-settings'

// What a page is made of is loaded once, before anybody waits for it.
beforeAll(async () => {
  await Promise.all([import('./AccountSettingsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answerAccount()
  answer(listSessions, [])
  answer(listSignIns, [])
})

test('the account menu leads to my account settings', async () => {
  signInAs()
  const { person, address } = renderPage('/content-authenticated/home')
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Account settings' }))
  await screen.findByRole('heading', { name: 'Account settings', level: 1 })
  await waitFor(() => expect(address()).toBe(settings))
})

test.each(['idmuser', 'federatedUser'])(
  'somebody whose company keeps the password (%s) is told so and offered no change (decision D9)',
  async (kind) => {
    signInAs({ [kind]: true, daysBeforePasswordExpire: null })
    renderPage(settings)
    await screen.findByText('Your company keeps your password. Change it there.')
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  },
)

const desk = {
  sessionId: 1,
  device: 'Chrome on Linux',
  place: 'this computer',
  startDt: new Date('2026-11-21T08:00:00Z'),
  lastAccessDt: new Date('2026-11-21T08:30:00Z'),
  currentFlg: true,
}
const phone = { ...desk, sessionId: 2, device: 'Safari on iOS', place: 'the address 198.51.100.7', currentFlg: false }
const signedInOnPhone = {
  signInId: 12,
  signInDt: phone.startDt,
  outcome: 'opened' as const,
  device: phone.device,
  place: phone.place,
  currentFlg: false,
}

describe('where I am signed in', () => {
  test('the list marks this browser, and signing out the others leaves it alone', async () => {
    signInAs()
    answer(listSessions, [desk, phone])
    answer(endOtherSessions, { endedCnt: 1 })
    const { person } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Where you are signed in' })
    within(region).getByText('Chrome on Linux, this computer')
    within(region).getByText('This browser')
    await person.click(within(region).getByRole('button', { name: 'Sign out all others' }))
    answer(listSessions, [desk])
    await person.click(await screen.findByRole('button', { name: 'Sign out the other one' }))
    await screen.findByText('The other sessions have been signed out')
    await screen.findByText('You are signed in nowhere else.')
    expect(asked(endOtherSessions)).toHaveLength(1)
  })

  test('a sign-in that was not mine is reported, and I choose a new password at once', async () => {
    signInAs()
    answer(listSignIns, [signedInOnPhone])
    answer(reportSignIn, { endedCnt: 1, passwordChangeFlg: true })
    const { person, address } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    await person.click(within(region).getByRole('button', { name: /^This wasn’t me: / }))
    const window = within(await screen.findByRole('dialog', { name: 'Was this somebody else?' }))
    window.getByText(/^Signed in, /)
    window.getByText(/Safari on iOS, the address 198\.51\.100\.7/)
    await person.click(window.getByRole('button', { name: 'Secure my account' }))
    await waitFor(() => expect(address()).toBe('/gate'))
    expect(currentSession()?.gate).toBe('secured')
    expect(asked(reportSignIn)[0]?.path).toMatch(/\/sign-ins\/12\/not-me$/)
  })

  test('all of my latest sign-ins are shown on request, and fewer again, without losing the place', async () => {
    signInAs()
    answer(
      listSignIns,
      Array.from({ length: 8 }, (_, n) => ({ ...signedInOnPhone, signInId: n + 1 })),
    )
    const { person } = renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    const shown = () => within(region).getAllByText(/^Signed in, /).length
    expect(shown()).toBe(5)
    await person.click(within(region).getByRole('button', { name: 'Show all 8' }))
    expect(shown()).toBe(8)
    expect(document.activeElement).toBe(within(region).getByRole('button', { name: 'Show fewer' }))
    await person.keyboard('{Enter}')
    expect(shown()).toBe(5)
  })

  test('a refused try of somebody else is shown, and needs nothing', async () => {
    signInAs()
    answer(listSignIns, [{ ...signedInOnPhone, outcome: 'failed', device: null }])
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    within(region).getByText(/^Refused, /)
    expect(within(region).queryByRole('button')).toBeNull()
  })

  test('a try that was asked about another session says so, and marks this browser instead of calling it an attack', async () => {
    signInAs()
    answer(listSignIns, [
      { ...signedInOnPhone, outcome: 'duplicate', currentFlg: true },
      { ...signedInOnPhone, signInId: 11, outcome: 'factor' },
    ])
    renderPage(settings)
    const region = await screen.findByRole('region', { name: 'Recent sign-ins' })
    within(region).getByText(/^Asked to end another session first, /)
    within(region).getByText('This browser')
    within(region).getByText(/^Right password, no second step, /)
    expect(within(region).getAllByRole('button')).toHaveLength(1)
  })

  test('what the server says against it is shown in the window', async () => {
    signInAs()
    answer(listSignIns, [signedInOnPhone])
    refuse(reportSignIn, 422, 'This was the browser that you are using.')
    const { person } = renderPage(settings)
    await person.click(await screen.findByRole('button', { name: /^This wasn’t me: / }))
    await person.click(await screen.findByRole('button', { name: 'Secure my account' }))
    await screen.findByText('This was the browser that you are using.')
  })
})
